/** Shops of a channel that the template is for. */
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { isConnected, shopsQuery, standingOf } from '../../../parts/queries/shop-queries.ts'
import { isChangedByOther } from '../../../parts/use-version.ts'
import { pageAccess } from '../../../page-access.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useDraft, useFrame } from '../form/use-draft.ts'
import page from '../template-page.module.css'

function useChooseShops() {
  const { draft } = useFrame()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: draft.chooseShops,
    onError: (error) => {
      if (isChangedByOther(error)) draft.conflictWith(error)
      else showToast({ tone: 'error', message: errorMessage(error) })
    },
  })
}

/** Takes a shop out of the template. A disconnected one would keep it from ever being published everywhere. */
export function LeaveShopOut({ shopId, name }: { shopId: number; name: string }) {
  const { t } = useTranslation()
  const { draft, isReadOnly } = useFrame()
  const { data: me } = useSuspenseQuery(meQuery)
  const choose = useChooseShops()
  const { data: linked } = useQuery(shopsQuery)
  const shop = linked?.find(({ id }) => id === shopId)
  const others = () =>
    draft
      .get()
      .shops.map((one) => one.shop_id)
      .filter((id) => id !== shopId)
  return (
    <>
      {!isReadOnly && (
        <Button
          size="small"
          data-field="shop_id"
          busy={choose.isPending}
          aria-label={`${t('templates.leaveOut')} · ${name}`}
          onClick={() => choose.mutate(others())}
        >
          {t('templates.leaveOut')}
        </Button>
      )}
      {shop && !isConnected(shop) && (
        <p className={page['line']} role="note">
          {t(`shop.auth.${standingOf(shop)}`)} · {t('templates.shopDisconnected')}{' '}
          {pageAccess.channels(me) && <Link to={paths.channel(shopId)}>{t('templates.reconnect')}</Link>}
        </p>
      )}
    </>
  )
}

/** Connected shops of the channel that the template is not for. */
export function AddShops({ platformId }: { platformId: number }) {
  const { t } = useTranslation()
  const { draft, isReadOnly } = useFrame()
  const choose = useChooseShops()
  const { data: linked = [] } = useQuery(shopsQuery)
  const chosen = useDraft((state) => state.shops).map((one) => one.shop_id)
  const offered = linked.filter(
    (shop) => shop.platform_id === platformId && isConnected(shop) && !chosen.includes(shop.id),
  )
  if (isReadOnly || offered.length === 0) return null
  return (
    <div className={page['actions']}>
      {offered.map(({ id, system_name: name }) => (
        <Button
          key={id}
          size="small"
          busy={choose.isPending && choose.variables.includes(id)}
          onClick={() => choose.mutate([...draft.get().shops.map((one) => one.shop_id), id])}
        >
          <Plus size={14} aria-hidden="true" />
          {t('templates.addShop', { shop: name })}
        </Button>
      ))}
    </div>
  )
}
