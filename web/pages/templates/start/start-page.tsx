import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { publishingOrder } from '../../../../model/product-template.ts'
import { api } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { isConnected, isLockedOut, type Shop, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { templateKeys } from '../../../parts/queries/template-queries.ts'
import { pageAccess } from '../../../page-access.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import form from '../template-page.module.css'
import { CopySource } from './copy-source.tsx'
import styles from './start.module.css'

/** Begins a template: for which shops, and from nothing or as a copy. Leaving it makes the draft. */
export function StartPage() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: shops, error, refetch } = useQuery(shopsQuery)
  const asked: { shop_id?: unknown } = useSearch({ strict: false })
  const [chosen, setChosen] = useState<number[]>(() => [Number(asked.shop_id)].filter(Number.isInteger))
  const begin = useBegin()
  usePageTitle(t('templates.create'))
  const linked = (shops ?? []).filter(isConnected)
  const offered = linked.filter(({ platform_id: id }) => publishingOrder.includes(id))
  const lost = (shops ?? []).filter((shop) => isLockedOut(shop) && publishingOrder.includes(shop.platform_id))
  const ofChosen = offered.filter(({ id }) => chosen.includes(id))
  const target = {
    platform_ids: [...new Set(ofChosen.map((shop) => shop.platform_id))].toSorted((a, b) => a - b),
    shop_ids: ofChosen.map(({ id }) => id),
  }
  return (
    <main className={form['page']}>
      <nav className={form['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.templates()}>{t('area.templates')}</Link>
      </nav>
      <h1>{t('templates.create')}</h1>
      {error && <LoadError title={t('templates.shopsFailed')} error={error} onRetry={refetch} />}
      <div className={styles['columns']}>
        <Card title={t('templates.chooseShops')}>
          {!shops && !error && <Skeleton width="80%" height={80} />}
          {shops && <Channels offered={offered} lost={lost} chosen={chosen} onChange={setChosen} />}
          {begin.error && (
            <p className={form['error']} role="alert">
              {errorMessage(begin.error)}
            </p>
          )}
          <div className={styles['foot']}>
            <Button
              variant="primary"
              busy={begin.isPending}
              {...(ofChosen.length === 0 && { refusal: t('templates.chooseFirst') })}
              onClick={() => begin.mutate(target)}
            >
              {t('templates.begin')}
              <ArrowRight size={15} aria-hidden="true" />
            </Button>
          </div>
        </Card>
        <Card title={t('templates.orCopy')}>
          <CopySource
            isBusy={begin.isPending}
            refusal={ofChosen.length === 0 ? t('templates.chooseFirst') : undefined}
            onCopy={(copy) => begin.mutate({ ...(ofChosen.length > 0 && target), copy })}
          />
        </Card>
      </div>
    </main>
  )
}

function useBegin() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: BodyInput<'POST /product-template'>) =>
      api('POST /product-template', { once: true, body }),
    onSuccess: async ({ data }) => {
      void queries.invalidateQueries({ queryKey: templateKeys.lists })
      // Back leads to the list, and not to a second draft.
      await navigate({ to: paths.templateForm(data.id, 'create'), replace: true })
    },
  })
}

type ChannelsProps = {
  offered: Shop[]
  /** Shops whose channel locked us out: they come back by connecting them again. */
  lost: Shop[]
  chosen: number[]
  onChange: (chosen: number[]) => void
}

/** Shops by channel, in the order of publishing. Channels without a shop lead to linking one. */
function Channels({ offered, lost, chosen, onChange }: ChannelsProps) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const mayLink = pageAccess.channels(me)
  const { data: platforms } = useQuery({
    queryKey: ['platforms'],
    queryFn: async ({ signal }) => (await api('GET /shops/platforms', { signal })).data,
    enabled: mayLink,
  })
  const ofChannel = Map.groupBy(offered, ({ platform_id: id }) => id)
  const missing = (platforms ?? []).filter(
    ({ id }) =>
      publishingOrder.includes(id) && !ofChannel.has(id) && !lost.some((shop) => shop.platform_id === id),
  )
  const isAll = offered.length > 0 && offered.every(({ id }) => chosen.includes(id))
  return (
    <div className={styles['channels']}>
      {offered.length > 1 && (
        <label className={styles['all']}>
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onChange(isAll ? [] : offered.map(({ id }) => id))}
          />{' '}
          {t('templates.allShops')}
        </label>
      )}
      {publishingOrder.map((platformId) => {
        const shops = ofChannel.get(platformId)
        return (
          shops && (
            <fieldset key={platformId} className={styles['channel']}>
              <legend>
                <ChannelMark platformId={platformId} /> {shops[0]?.platform?.data.name}
              </legend>
              {shops.map(({ id, system_name: name }) => (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={() =>
                      onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
                    }
                  />{' '}
                  {name}
                </label>
              ))}
            </fieldset>
          )
        )
      })}
      {offered.length === 0 && lost.length === 0 && <p className={form['muted']}>{t('templates.noShops')}</p>}
      {lost.map(({ id, platform_id: platformId, system_name: name, auth_state: state }) => (
        <p key={id} className={styles['missing']}>
          <ChannelMark platformId={platformId} /> {name} ·{' '}
          {t(state === 'revoked' ? 'shop.auth.revoked' : 'shop.auth.expired')}
          {mayLink && (
            <Link to={paths.channel(id)} aria-label={t('templates.linkAgainShop', { shop: name })}>
              {t('templates.linkAgain')}
            </Link>
          )}
        </p>
      ))}
      {missing.map(({ id, name }) => (
        <p key={id} className={styles['missing']}>
          <ChannelMark platformId={id} /> {name}
          <Link to={paths.channels()} aria-label={t('templates.linkChannel', { channel: name })}>
            {t('templates.linkShop')}
          </Link>
        </p>
      ))}
    </div>
  )
}
