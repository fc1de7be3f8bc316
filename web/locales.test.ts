import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '../model/language.ts'

const folder = import.meta.dirname
const codes = Object.keys(languages) as (keyof typeof languages)[]
const text = Object.fromEntries(
  codes.map((code) => [
    code,
    flatten(JSON.parse(readFileSync(join(folder, 'locales', `${code}.json`), 'utf8'))),
  ]),
)
const english = text['en'] ?? {}

/** Starts of keys whose ends are values, with how many parts an end has. */
const dynamic: Record<string, number> = {
  'accountSetting.numberFormats.': 1,
  'analytics.compare.': 1,
  'analytics.figure.': 1,
  'analytics.group.': 1,
  'analytics.initiator.': 1,
  'analytics.means.': 1,
  'analytics.page.': 1,
  'analytics.table.': 1,
  'analytics.title.': 1,
  'area.': 1,
  'audit.booked.': 1,
  'audit.parcel.': 1,
  'bill.invoice.': 1,
  'bill.of.': 1,
  'bill.per.': 1,
  'bill.status.': 1,
  'book.': 1,
  'book.inspections.': 1,
  'book.payers.': 1,
  'book.types.': 1,
  'book.vehicle.': 1,
  'book.weightFrom.': 1,
  'bulkAction.': 1,
  'bulkAction.notAsked.': 1,
  'bulkAction.text.': 1,
  'bulkAction.title.': 1,
  'bulkEdit.copied.': 1,
  'bulkEdit.kind.': 1,
  'bulkEdit.text.': 1,
  'bulkEdit.title.': 1,
  'bulkTexts.field.': 1,
  'bulkTexts.kind.': 1,
  'bulkTexts.rule.': 1,
  'bulkTexts.missing.': 1,
  'buyerMail.kind.': 1,
  'buyerMail.refusal.': 1,
  'buyerMails.placeholder.': 1,
  'cancelReason.': 1,
  'channels.failingType.': 1,
  'channels.kind.': 1,
  'channels.kindState.': 1,
  'confirmOrder.modes.': 1,
  'cost.methodHelp.': 1,
  'cost.methods.': 1,
  'courier.choice.': 2,
  'courier.defaults.': 1,
  'courier.for.': 1,
  'courier.get.': 1,
  'courier.help.': 1,
  'courier.key.': 1,
  'courier.keyChoice.': 1,
  'courier.stores.roles.': 1,
  'crmSend.choice.': 1,
  'customers.ended.': 1,
  'customers.levels.': 1,
  'customers.person.done.': 1,
  'customers.person.reason.': 1,
  'customers.person.why.': 1,
  'customers.rate.': 1,
  'density.': 1,
  'exports.formats.': 1,
  'factor.': 1,
  'gender.': 1,
  'grid.error.': 1,
  'grid.replace.by.': 1,
  'grid.field.': 1,
  'grid.show.': 1,
  'group.': 1,
  'home.do.': 1,
  'home.kind.': 1,
  'imports.field.': 1,
  'imports.group.': 1,
  'imports.part.': 1,
  'imports.state.': 1,
  'imports.step.': 1,
  'keys.': 1,
  'listingEdit.kind.': 1,
  'listingEdit.many.how.': 1,
  'listingEdit.state.': 1,
  'live.': 1,
  'mailReport.rhythm.': 1,
  'mailReport.sendHelp.': 1,
  'mailReport.skipped.': 1,
  'mails.kind.': 1,
  'mails.state.': 1,
  'manualOrder.': 1,
  'meanings.': 1,
  'moveStock.': 1,
  'movements.kind.': 1,
  'notification.': 1,
  'notificationChoice.': 1,
  'orderAction.button.': 1,
  'orderAction.failed.': 1,
  'orderAction.failedShort.': 1,
  'orderAction.refusal.': 1,
  'orderAction.short.': 1,
  'orderAction.text.': 1,
  'orderAction.title.': 1,
  'orderAction.underWay.': 1,
  'orderAddress.field.': 1,
  'orderAddress.refusal.': 1,
  'orders.dateFields.': 1,
  'orders.nextStep.': 1,
  'parcelBack.question.': 1,
  'parcelBack.title.': 1,
  'payment.': 1,
  'permission.': 2,
  'picture.': 1,
  'print.kind.': 1,
  'print.refusal.': 1,
  'printers.paper.': 1,
  'printers.state.': 1,
  'product.': 1,
  'productStatus.': 1,
  'products.': 1,
  'products.nextStep.': 1,
  'products.push.': 1,
  'products.scoreReason.': 1,
  'queue.due.': 1,
  'queue.parcel.': 1,
  'queue.step.': 1,
  'range.': 1,
  'returns.button.': 1,
  'returns.failed.': 1,
  'returns.kind.': 1,
  'returns.refusal.': 1,
  'returns.status.': 1,
  'returns.underWay.': 1,
  'role.': 1,
  'roleHelp.': 1,
  'run.job.': 1,
  'run.step.': 1,
  'run.title.': 1,
  'segments.fault.': 1,
  'segments.field.': 1,
  'segments.join.': 1,
  'segments.fileFault.': 1,
  'segments.sendFigure.': 1,
  'segments.sendState.': 1,
  'segments.test.': 1,
  'self.sent.': 1,
  'self.step.': 1,
  'setting.': 1,
  'setup.': 1,
  'setupText.': 1,
  'shop.auth.': 1,
  'shop.lost.': 1,
  'shopSettings.': 1,
  'skus.reason.': 1,
  'skus.stock.': 1,
  'status.': 1,
  'stockTake.ended.': 1,
  'stockTake.reason.': 1,
  'stockTake.refused.': 1,
  'stockTake.state.': 1,
  'templates.difference.': 1,
  'templates.field.': 1,
  'templates.language.': 1,
  'templates.nextStep.': 1,
  'templates.publishStep.': 1,
  'templates.rule.': 1,
  'templates.status.': 1,
  'templates.stepState.': 1,
  'templates.tip.': 1,
  'templates.bulkOutcome.': 1,
  'templates.upload.': 1,
  'theme.': 1,
  'timeline.filters.': 1,
  'timeline.none.': 1,
  'timeline.push.': 1,
  'waybill.': 1,
  'waybill.orientationOf.': 1,
  'waybill.part.': 1,
}

describe.each(codes)('the words in %s', (code) => {
  const own = text[code] ?? {}

  it('has every text of the console and no other', () => {
    expect(bases(own)).toEqual(bases(english))
  })

  it('has the plural forms that its language distinguishes', () => {
    const forms = new Intl.PluralRules(languages[code].iso).resolvedOptions().pluralCategories
    for (const base of bases(own)) {
      const given = Object.keys(own).filter((key) => baseOf(key) === base && key !== base)
      if (given.length > 0)
        expect(given.toSorted()).toEqual(forms.map((form) => `${base}_${form}`).toSorted())
    }
  })

  it('fills in the same values as English', () => {
    for (const base of bases(own))
      expect([base, openings(own, base)]).toEqual([base, openings(english, base)])
  })

  it('leaves nothing empty', () => {
    expect(Object.entries(own).filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

describe('the texts and the pages', () => {
  const source = sourceFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const known = bases(english)
  const literals = new Set([...source.matchAll(/'([\w.]+)'/g)].map(([, literal = '']) => literal))
  /** t(`status.${status}`) begins keys that are nowhere written out. */
  const starts = new Set([...source.matchAll(/\bt\([^`()]*`([\w.]+\.)\$\{/g)].map(([, start = '']) => start))

  it('begin keys only where it is declared', () => {
    expect([...starts].toSorted()).toEqual(Object.keys(dynamic).toSorted())
  })

  it('ask for no text that is not there', () => {
    const asked = [...source.matchAll(/\bt\(([^`]*?)\)/gs)].flatMap(([, call = '']) =>
      [...call.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, key = '']) => key),
    )
    expect(asked.length).toBeGreaterThan(500)
    expect([...new Set(asked)].filter((key) => !known.includes(key))).toEqual([])
  })

  it('ask for every text that is there', () => {
    const folders = ['../model', '../contract', '../connectors/couriers']
    const ends = namedIn([...sourceFiles(), ...folders.flatMap((folder) => sourceFiles(folder))])
    const isMade = (base: string) =>
      [...starts].some((start) => {
        const rest = base.slice(start.length)
        if (!base.startsWith(start) || rest === '') return false
        // Each part behind the start has to be the name of something.
        return (
          (dynamic[start] ?? 1) === rest.split('.').length &&
          (ends.has(rest) || rest.split('.').every((end) => ends.has(end)))
        )
      })
    expect(known.filter((base) => !literals.has(base) && !isMade(base))).toEqual([])
  })
})

function flatten(tree: object, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[before + key, value]]
        : Object.entries(flatten(value, `${before}${key}.`)),
    ),
  )
}

function baseOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

function bases(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map(baseOf))].toSorted()
}

/** "{{count}}" may be left unsaid in a singular, so the general form speaks for all. */
function openings(texts: Record<string, string>, base: string): string[] {
  const text = texts[`${base}_other`] ?? texts[base] ?? ''
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted()
}

/** Finds the texts in quotes, the names of properties and the numbers in these files. */
function namedIn(files: string[]): Set<string> {
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'([\w.]+)'|\b(\w+)\??:|\b(\d+)\b/g)].map(
        ([, quoted, property, digits]) => quoted ?? property ?? digits ?? '',
      ),
    ),
  )
}

function sourceFiles(within = '.'): string[] {
  return readdirSync(join(folder, within), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join(folder, within, file))
}
