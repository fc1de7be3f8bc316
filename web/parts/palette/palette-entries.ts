import { useColorScheme } from '../../ui/color-scheme.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orderStatuses } from '../../../model/order-status.ts'
import type { Language } from '../../../model/language.ts'
import { densities } from '../../density.ts'
import { language, languageNames } from '../../page-language.ts'
import { pageAccess } from '../../page-access.ts'
import { analyticsPages, paths } from '../../paths.ts'
import { meQuery, switchLanguage } from '../../session.ts'
import { useDensity } from '../density-choice.tsx'
import { pageActions } from '../page-actions.ts'
import { accountParts } from '../settings/account-parts.ts'
import { matches } from './found-by.ts'

/** `words`: what finds it besides what is shown. */
export type Entry = {
  id: string
  label: string
  detail?: string
  terms?: string
  /** Before the label: the channel, or the kind of thing. */
  mark?: ReactNode
  amount?: ReactNode
  /** Runs it without the palette. */
  key?: string
  run: () => void
}
export type Group = { name: string; label: string; entries: Entry[] }

/** Lists the pages, actions and settings for a keyword: all without one, else those that contain all of its words. */
export function usePaletteGroups(keyword: string): Group[] {
  const { t } = useTranslation()
  return [
    { name: 'actions', label: t('palette.actions'), entries: useActions() },
    { name: 'pages', label: t('palette.pages'), entries: usePages() },
    { name: 'look', label: t('palette.look'), entries: useAppearance() },
    { name: 'languages', label: t('shell.language'), entries: useLanguages() },
  ].map((group) => ({ ...group, entries: group.entries.filter((entry) => matches(entry, keyword)) }))
}

function usePages(): Entry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const pages: [keyof typeof pageAccess, string, string][] = [
    ['home', paths.home(), t('area.home')],
    ...analyticsPages.map((name): [keyof typeof pageAccess, string, string] => [
      'analytics',
      paths.analytics(name),
      `${t('area.analytics')}: ${t(`analytics.page.${name}`)}`,
    ]),
    ['orders', paths.orders(), t('area.orders')],
    ...orderStatuses.map((status): [keyof typeof pageAccess, string, string] => [
      'orders',
      paths.ordersIn(status),
      `${t('area.orders')}: ${t(`status.${status}`)}`,
    ]),
    ['orders', paths.returns(), t('returns.all')],
    ['settlements', paths.settlements(), t('area.settlements')],
    ['pickWaves', paths.pickWaves(), t('wave.all')],
    ['exports', paths.exports(), t('exports.mine')],
    ['products', paths.products(), t('area.products')],
    ['templates', paths.templates(), t('area.templates')],
    ['imports', paths.imports(), t('imports.title')],
    ['skus', paths.skus(), t('area.skus')],
    ['stockTakes', paths.stockTakes(), t('stockTake.all')],
    ['customerList', paths.customers(), t('area.customers')],
    ['customerList', paths.segments(), t('palette.segments')],
    ['channels', paths.channels(), t('setting.channels')],
    ['stock', paths.stock(), t('setting.stock')],
    ['shipment', paths.shipment(), t('setting.shipment')],
    ['printing', paths.printing(), t('setting.printing')],
    ['staff', paths.staff(), t('setting.staff')],
    ['customers', paths.customerRanks(), t('setting.customers')],
    ['rates', paths.rates(), t('setting.rates')],
    ['words', paths.words(), t('setting.words')],
    ['audit', paths.audit(), t('setting.audit')],
    ['mails', paths.mails(), t('setting.mails')],
    ['bill', paths.bill(), t('setting.bill')],
    ['buyerMails', paths.buyerMails(), t('setting.buyerMails')],
    ['report', paths.report(), t('setting.report')],
    ['account', paths.account(), t('setting.account')],
    ['faq', paths.faq(), t('area.faq')],
  ]
  const setting = t('area.setting')
  const account = t('setting.account')
  return [
    ...pages
      .filter(([access]) => pageAccess[access](me))
      .map(([, to, label]) => ({ to, label, ...(to.startsWith(paths.setting()) && { terms: setting }) })),
    ...accountParts
      .filter(({ isShown }) => isShown(me))
      .map(({ to, title }) => ({ to, label: t(title), detail: account, terms: setting }))
      // The first of them is the account's own address.
      .slice(1),
  ].map((entry) => ({ id: entry.to, ...entry, run: () => void navigate({ to: entry.to }) }))
}

/** Lists the actions of the page on the screen, and those that can be started from anywhere. */
function useActions(): Entry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  // Actions with a key are about the open or the selected orders; the others, such as exporting the list, come behind them.
  const here = pageActions()
    .toSorted((one, other) => Number(!one.key) - Number(!other.key))
    .map(({ name, ...action }) => ({ id: `here-${name}`, ...action }))
  const begun = [
    { access: 'newOrder', to: paths.newOrder(), label: t('manualOrder.open') },
    { access: 'newSku', to: paths.newSku(), label: t('skus.create') },
    { access: 'scanOrders', to: paths.scanOrders(), label: t('scan.open') },
  ] as const
  return [
    ...here,
    ...begun
      .filter(({ access }) => pageAccess[access](me))
      .map(({ to, label }) => ({ id: to, label, run: () => void navigate({ to }) })),
  ]
}

function useAppearance(): Entry[] {
  const { t } = useTranslation()
  const [chosen, setScheme] = useColorScheme()
  const [density, setDensity] = useDensity()
  const schemes = (['light', 'dark', 'auto'] as const)
    .filter((scheme) => scheme !== chosen)
    .map((scheme) => ({
      id: `scheme-${scheme}`,
      label: `${t('theme.label')}: ${t(`theme.${scheme}`)}`,
      run: () => setScheme(scheme),
    }))
  const rows = densities
    .filter((one) => one !== density)
    .map((one) => ({
      id: `density-${one}`,
      label: `${t('density.label')}: ${t(`density.${one}`)}`,
      run: () => setDensity(one),
    }))
  return [...schemes, ...rows]
}

function useLanguages(): Entry[] {
  const queries = useQueryClient()
  return (Object.entries(languageNames) as [Language, string][])
    .filter(([code]) => code !== language)
    .map(([code, label]) => ({
      id: `language-${code}`,
      label,
      detail: code,
      run: () => switchLanguage(queries, code),
    }))
}
