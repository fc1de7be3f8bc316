import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/toast.ts'
import styles from './listing-actions.module.css'

type Props = { product: Product; onClose: () => void }

/** Deletes a listing here, and at its channel if that is ticked; says what either means. */
export function DeleteListing({ product, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [atChannel, setAtChannel] = useState(false)
  const shop = product.shop.data.system_name
  const takesRemoval = product.editable.fields.includes('remove')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      api('DELETE /products/{id}', {
        params: { id: product.id },
        query: { remove_on_channel: atChannel ? 1 : 0 },
      }),
    onSuccess: async ({ data }) => {
      const isGone = data.deleted.includes(product.id)
      if (isGone) await navigate({ to: paths.products(), search: true, replace: true, ignoreBlocker: true })
      showToast({
        tone: 'success',
        message: isGone ? t('listingEdit.deleted') : t('listingEdit.deleting', { shop }),
      })
      onClose()
      await queries.invalidateQueries({
        queryKey: isGone ? productKeys.lists : [...productKeys.details, product.id],
      })
    },
  })
  return (
    <ConfirmDialog
      opened
      title={t('listingEdit.deleteTitle', { name: product.name })}
      confirm={t('listingEdit.delete')}
      variant="danger"
      busy={isPending}
      error={error && errorMessage(error)}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      <p>{t('listingEdit.deleteHere', { shop })}</p>
      <label className={styles['tick']}>
        <input
          type="checkbox"
          checked={atChannel}
          disabled={!takesRemoval}
          onChange={(event) => setAtChannel(event.currentTarget.checked)}
        />
        <span>
          {t('listingEdit.deleteThere', { shop })}
          <small>{takesRemoval ? t('listingEdit.deleteThereText') : product.editable.reasons.remove}</small>
        </span>
      </label>
    </ConfirmDialog>
  )
}
