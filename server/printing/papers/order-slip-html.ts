/** An order's slip as a page for the browser's own print dialog. It is whole in itself: no script, nothing fetched. */
import { orderCode } from '../../../model/order.ts'
import { languages, type Language } from '../../../model/language.ts'
import type { PrintTemplate } from '../../../model/printing.ts'
import { escapeHtml, simpleHtml } from '../../../model/simple-html.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { dayIn } from '../../i18n/calendar.ts'
import { addressLines, amountIn, lineLabel, labelsIn } from './paper-order.ts'

const pageSizes = { A6: 'A6', A5: 'A5', A4: 'A4', '80mm': '80mm 150mm' } as const

export function orderSlipHtml(
  order: OrderDetail,
  { language, timezone }: { language: Language; timezone: string },
  template: PrintTemplate,
): string {
  const labels = labelsIn(language)
  const { address } = order
  const { paper_size: size, orientation } = template
  const paragraph = (text: string | null | undefined) => (text ? `<p>${escapeHtml(text)}</p>` : '')
  const end = (html: string) => (html ? `<div>${simpleHtml(html)}</div>` : '')
  const rows = order.lines.map((line) => {
    const price = line.isGift ? labels('gift') : amountIn(language, line.total, order.currency)
    const code = line.sellerSku ? `<br><small>${escapeHtml(line.sellerSku)}</small>` : ''
    return `<tr><td>${line.quantity} × ${escapeHtml(lineLabel(line))}${code}</td><td>${escapeHtml(price)}</td></tr>`
  })
  const title = `${labels('slip')} ${orderCode(order)}`
  const beside = order.total - order.lines.reduce((sum, line) => sum + line.total, 0)
  const besideItems =
    beside === 0 ? null : `${labels('beside_items')}: ${amountIn(language, beside, order.currency)}`
  const total = `${labels('total')}: ${amountIn(language, order.total, order.currency)}`
  const receiver = [address?.name ?? order.buyerName, ...(address ? addressLines(address) : [])]
  return `<!doctype html><html lang="${languages[language].iso}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
@page{size:${pageSizes[size]}${orientation === 'landscape' ? ' landscape' : ''};margin:8mm}
body{font:10pt sans-serif;color:#000;background:#fff}p{margin:2pt 0}table{width:100%;border-collapse:collapse}
td{border-top:.5pt solid #000;padding:3pt 0;vertical-align:top}td+td{text-align:right;white-space:nowrap}
</style></head><body>${end(template.header)}<h1>${escapeHtml(title)}</h1>${paragraph(`${order.systemName} · ${dayIn(timezone, new Date(order.placedAt))}`)}${
    order.cancelRequestedAt === null ? '' : paragraph(labels('cancel_request'))
  }${receiver.map(paragraph).join('')}<table>${rows.join('')}</table>${paragraph(besideItems)}<p><b>${escapeHtml(total)}</b></p>${paragraph(
    order.buyerMessage && `${labels('note')}: ${order.buyerMessage}`,
  )}${end(template.footer)}</body></html>`
}
