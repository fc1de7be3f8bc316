import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { FindSku } from '../../../parts/skus/find-sku.tsx'
import { useLink } from '../../../parts/skus/use-link.tsx'
import { paths } from '../../../paths.ts'
import buttons from '../../../ui/button.module.css'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './listing-drawer.module.css'

type Props = { product: Product; variantId: number; onClose: () => void }

/** Links a variant that has no SKU to one that is searched for, or leads to a new one for it. */
export function LinkSkuDialog({ product, variantId, onClose }: Props) {
  const { t } = useTranslation()
  const { link, onError } = useLink()
  return (
    <Dialog opened title={t('products.nextStep.linkSku')} onClose={onClose}>
      <FindSku
        action={t('skus.linkShort')}
        onPick={({ id }) => void link.mutateAsync({ skuId: id, ids: [variantId] }).then(onClose, onError)}
      />
      <Link
        className={`${buttons['button']} ${styles['newSku']}`}
        to={paths.newSku()}
        search={{ product: product.id, variant: variantId }}
      >
        {t('skus.create')}
      </Link>
    </Dialog>
  )
}
