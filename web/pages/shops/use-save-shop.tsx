import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { type Shop, shopsKey } from '../../parts/queries/shop-queries.ts'
import { warehousesKey } from '../../parts/queries/warehouse-queries.ts'
import { UndoButton } from '../../parts/undo-button.tsx'
import styles from './shop-settings.module.css'
import { hideToast, showToast } from '../../ui/toast.ts'

export type ShopChange = BodyInput<'PUT /shops/{id}'>
/** `version`: that the change was made over, where it is not the latest that is known. */
type Sent = { change: ShopChange; before?: ShopChange; version?: string | null | undefined }

const undoMs = 8000

/** Versions that this page has made, by the shop and the version before: to the form beside a switch they are nothing unseen. */
const ownVersions = new Map<string, string | null>()

export function ownVersionAfter(shopId: number, version: string | null | undefined) {
  return ownVersions.get(`${shopId} ${version ?? ''}`)
}

/** Shows the change at once, offers to undo it, and takes it back when the server refuses. */
export function useSaveShop(shop: Shop) {
  const { t } = useTranslation()
  const queries = useQueryClient()

  function show(change: ShopChange) {
    const changed = Object.fromEntries(
      Object.entries(change).filter(([field, value]) => field in shop && value !== undefined),
    )
    queries.setQueryData<Shop[]>(shopsKey, (shops) =>
      shops?.map((one) => (one.id === shop.id ? { ...one, ...changed } : one)),
    )
  }

  const versionNow = () =>
    queries.getQueryData<Shop[]>(shopsKey)?.find(({ id }) => id === shop.id)?.updated_at ?? null

  const save = useMutation({
    // One after the other, so that each is made over the version that the one before it left.
    scope: { id: `shop-${shop.id}` },
    mutationFn: async ({ change, version = versionNow() }: Sent) => {
      const body = { ...change, updated_at: version }
      const reply = await api('PUT /shops/{id}', { params: { id: shop.id }, body })
      ownVersions.set(`${shop.id} ${version ?? ''}`, reply.data.updated_at)
      return reply
    },
    onSuccess: ({ data: { updated_at: version } }, { change, before }) => {
      show({ ...change, updated_at: version })
      void queries.invalidateQueries({ queryKey: shopsKey })
      if (change.warehouse_id !== undefined) void queries.invalidateQueries({ queryKey: warehousesKey })
      const id = `shop-${shop.id}`
      hideToast(id)
      showToast({
        id,
        tone: 'success',
        shownMs: undoMs,
        message: (
          <span className={styles['saved']}>
            {t('shopSettings.saved', { shop: change.system_name ?? shop.system_name })}
            {before && <UndoButton toastId={id} onUndo={() => save.mutate({ change: before, version })} />}
          </span>
        ),
      })
    },
  })

  return {
    isSaving: save.isPending,
    /** Error of the last try, until the next one. */
    error: save.error,
    /** `onSaved` is called with the shop's new version when the server has taken it. */
    change: (
      change: ShopChange,
      { version, onSaved }: { version?: string | null; onSaved?: (version: string | null) => void } = {},
    ) =>
      save.mutate(
        { change, before: earlier(shop, change), version },
        { onSuccess: ({ data }) => onSaved?.(data.updated_at) },
      ),
  }
}

/**
 * Answers the current values of the changed fields for undo; a confirmed `begin_at_zero` counts for the undo too. Customers that were sent
 * stay where they are.
 */
function earlier(shop: Shop, { begin_at_zero: begins, ...change }: ShopChange): ShopChange {
  const before = Object.keys(change).flatMap((name) =>
    name in shop ? [[name, shop[name as keyof Shop]]] : [],
  )
  return { ...Object.fromEntries(before), ...(begins === undefined ? {} : { begin_at_zero: begins }) }
}
