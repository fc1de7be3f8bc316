import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { productKeys, type ProductRow } from '../../../parts/queries/product-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DeleteQuestion } from '../edit/delete-question.tsx'
import styles from './bulk-dialogs.module.css'

type Props = { products: ProductRow[]; onClose: () => void; onDone: () => void }
/** Outcome of the deletion of a product; `message`: why not. */
type Answer = { how: 'deleted' | 'requested' | 'failed'; message: string }

const productsPerCall = 500
const ways = ['deleted', 'requested', 'failed'] as const

/** Deletes the chosen products here, and at their channels if that is ticked; tells by shop how it went. */
export function DeleteListingsDialog({ products, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [atChannel, setAtChannel] = useState(false)
  const [answers, setAnswers] = useState<ReadonlyMap<number, Answer>>(new Map())
  const remove = useMutation({
    mutationFn: async () => {
      let all = answers
      const open = products.map(({ id }) => id).filter((id) => !all.has(id))
      for (const some of chunksOf(open, productsPerCall)) {
        const { data } = await api('DELETE /products', {
          body: { products: some, remove_on_channel: atChannel ? 1 : 0 },
        })
        all = new Map<number, Answer>([
          ...all,
          ...data.deleted.map((id) => [id, { how: 'deleted', message: '' }] as const),
          ...data.requested.map((one) => [one.product_id, { how: 'requested', message: '' }] as const),
          ...data.failed.map(({ id, message }) => [id, { how: 'failed', message }] as const),
        ])
        setAnswers(all)
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: productKeys.lists }),
  })
  const shops = [...Map.groupBy(products, ({ shop }) => shop.data.id).values()]
  const figures = { count: products.length, figure: count(products.length) }
  if (remove.isSuccess)
    return (
      <Dialog opened title={t('listingEdit.many.result')} onClose={onDone}>
        <div className={styles['form']}>
          <ul className={styles['outcome']}>
            {shops.map((ofShop) => (
              <ShopLine key={ofShop[0]?.shop.data.id} products={ofShop}>
                {outcomeOf(ofShop).join(' · ')}
              </ShopLine>
            ))}
          </ul>
          <div className={styles['end']}>
            <Button onClick={onDone} data-autofocus>
              {t('action.close')}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <DeleteQuestion
      title={t('listingEdit.many.title', figures)}
      confirm={t('listingEdit.delete')}
      busy={remove.isPending}
      error={remove.error && errorMessage(remove.error)}
      here={
        <>
          <ul className={styles['outcome']}>
            {shops.map((ofShop) => (
              <ShopLine key={ofShop[0]?.shop.data.id} products={ofShop}>
                {t('listingEdit.many.ofShop', { count: ofShop.length, figure: count(ofShop.length) })}
              </ShopLine>
            ))}
          </ul>
          <p>{t('listingEdit.many.here')}</p>
        </>
      }
      there={t('listingEdit.many.there')}
      thereText={t('listingEdit.many.thereText')}
      takesRemoval
      atChannel={atChannel}
      onChange={setAtChannel}
      onConfirm={() => remove.mutate()}
      onClose={answers.size > 0 ? onDone : onClose}
    />
  )

  function outcomeOf(ofShop: ProductRow[]): string[] {
    const found = ofShop.flatMap(({ id }) => answers.get(id) ?? [])
    return ways.flatMap((way) => {
      const these = found.filter(({ how }) => how === way)
      const [first] = these
      if (!first) return []
      const shown = { count: these.length, figure: count(these.length), message: first.message }
      return t(`listingEdit.many.how.${way}`, shown)
    })
  }
}

function ShopLine({ products, children }: { products: ProductRow[]; children: string }) {
  const shop = products[0]?.shop.data
  return (
    shop && (
      <li>
        <ChannelMark platformId={shop.platform_id} /> {shop.system_name}: {children}
      </li>
    )
  )
}
