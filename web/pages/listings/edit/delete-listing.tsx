import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/toast.ts'
import { DeleteQuestion } from './delete-question.tsx'

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
    <DeleteQuestion
      title={t('listingEdit.deleteTitle', { name: product.name })}
      confirm={t('listingEdit.delete')}
      busy={isPending}
      error={error && errorMessage(error)}
      here={<p>{t('listingEdit.deleteHere', { shop })}</p>}
      there={t('listingEdit.deleteThere', { shop })}
      thereText={takesRemoval ? t('listingEdit.deleteThereText') : product.editable.reasons.remove}
      takesRemoval={takesRemoval}
      atChannel={atChannel}
      onChange={setAtChannel}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}
