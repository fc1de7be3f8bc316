import { Link } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { UploadStatus } from '../../../../model/product-template.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { Lines, none } from '../../../parts/list/cells.tsx'
import cells from '../../../parts/list/cells.module.css'
import { selectColumn, useColumns } from '../../../parts/list/use-columns.tsx'
import type { Selection } from '../../../parts/list/use-selection.ts'
import { MoneyRange } from '../../../parts/money-amount.tsx'
import type { TemplateRow } from '../../../parts/queries/template-queries.ts'
import { Moment } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'
import type { Column } from '../../../ui/data-table.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TemplateStatusPill } from '../template-status.tsx'
import styles from './templates-list.module.css'

export type TemplateSelection = Selection<TemplateRow, TemplateRow>

const optional = ['shops', 'price', 'stock', 'status', 'user', 'updated'] as const

export function useTemplateColumns(rows: TemplateRow[], selection: TemplateSelection) {
  const { t } = useTranslation()
  const columns: Record<(typeof optional)[number], Column<TemplateRow>> = {
    shops: {
      key: 'shops',
      title: t('templates.shops'),
      width: 150,
      grow: 1,
      rank: 6,
      cell: (row) => <UploadMarks row={row} />,
    },
    price: {
      key: 'price',
      title: t('products.price'),
      width: 140,
      rank: 3,
      align: 'end',
      cell: (row) => <TemplatePrice row={row} />,
    },
    stock: {
      key: 'stock',
      title: t('products.stock'),
      width: 90,
      rank: 2,
      align: 'end',
      cell: (row) => <span data-whole="">{count(row.stock_total)}</span>,
    },
    status: {
      key: 'status',
      title: t('products.status'),
      width: 170,
      grow: 1,
      max: 240,
      rank: 7,
      cell: (row) => <TemplateStatusCell row={row} />,
    },
    user: {
      key: 'user',
      title: t('templates.changedBy'),
      width: 120,
      rank: 1,
      cell: (row) => row.user.data.name,
    },
    updated: {
      key: 'updated',
      title: t('products.updated'),
      width: 116,
      rank: 4,
      sort: 'updated_at',
      cell: (row) => <Moment at={row.updated_at} />,
    },
  }
  return useColumns({
    name: 'templates',
    columns,
    optional,
    shownAtFirst: ['shops', 'price', 'status', 'updated'],
    before: [
      selectColumn(rows, selection, {
        column: t('list.select'),
        page: t('list.selectPage'),
        row: (row) => t('list.selectRow', { name: row.name || row.product_sku }),
      }),
      {
        key: 'template',
        title: t('templates.template'),
        width: 240,
        grow: 5,
        sort: 'name',
        cell: (row) => <TemplateName row={row} />,
      },
    ],
    after: [
      {
        key: 'next',
        title: t('list.next'),
        quiet: true,
        width: 112,
        align: 'end',
        cell: (row) => <NextStep row={row} />,
      },
    ],
  })
}

export function TemplateName({ row }: { row: TemplateRow }) {
  const { t } = useTranslation()
  const name = row.name || t('templates.unnamed')
  const variants = row.sku_count > 1 && t('products.variants', { count: row.sku_count })
  return (
    <span className={cells['thing']}>
      <Picture source={row.image} seed={row.product_sku} />
      <Lines hint={[row.product_sku, variants].filter(Boolean).join(' · ')}>
        <Link className={cells['name']} title={name} to={paths.template(row.id)}>
          {name}
        </Link>
      </Lines>
    </span>
  )
}

export function TemplatePrice({ row }: { row: TemplateRow }) {
  const { data: me } = useSuspenseQuery(meQuery)
  if (!row.price) return none
  return <MoneyRange {...row.price} currency={me.shop_owner?.data.currency ?? ''} />
}

/** A mark for each shop, with how its upload stands. */
export function UploadMarks({ row }: { row: TemplateRow }) {
  const { t } = useTranslation()
  if (row.uploads.length === 0) return none
  return (
    <ul className={styles['marks']}>
      {row.uploads.map(({ id, platform_id: platformId, shop_name: shop, upload_status: { code } }) => {
        const text = `${shop}: ${t(`templates.upload.${code as UploadStatus}`)}`
        return (
          <li key={id} data-state={code} title={text}>
            <ChannelMark platformId={platformId} />
            <span className="visually-hidden">{text}</span>
          </li>
        )
      })}
    </ul>
  )
}

export function TemplateStatusCell({ row }: { row: TemplateRow }) {
  const { t } = useTranslation()
  const failed = row.uploads.find(({ upload_status: { code } }) => code === 'failed')
  const outdated = row.uploads.filter(({ upload_status: { code } }) => code === 'outdated').length
  const hint = failed
    ? `${failed.shop_name}: ${failed.error ?? t('templates.failedUnknown')}`
    : outdated > 0
      ? t('templates.outdatedIn', { count: outdated })
      : row.problem_count
        ? t('templates.errors', { count: row.problem_count })
        : null
  return (
    <Lines
      hint={hint}
      title={hint ?? undefined}
      tone={failed ? 'danger' : outdated > 0 ? 'warning' : undefined}
    >
      <TemplateStatusPill status={row.status.code} />
    </Lines>
  )
}

/** The one thing that a template waits for. */
export function NextStep({ row }: { row: TemplateRow }) {
  const { t } = useTranslation()
  const has = (code: UploadStatus) => row.uploads.some((upload) => upload.upload_status.code === code)
  const mode = row.status.code === 'draft' ? 'create' : 'edit'
  const checkout = paths.templateCheckout(row.id, mode)
  const [step, to] = has('failed')
    ? (['seeReason', checkout] as const)
    : has('outdated')
      ? (['send', checkout] as const)
      : row.status.code === 'draft'
        ? (['finish', paths.templateForm(row.id, mode)] as const)
        : row.status.code === 'ready'
          ? (['publish', checkout] as const)
          : [null, '']
  if (step === null) return null
  const label = t(`templates.nextStep.${step}`)
  return (
    <Link
      className={`${buttons['button']} ${buttons['small']} ${cells['next']}`}
      to={to}
      aria-label={`${label} · ${row.name || row.product_sku}`}
    >
      {label}
    </Link>
  )
}
