import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Sheet from 'lucide-react/icons/sheet'
import Tag from 'lucide-react/icons/tag'
import Text from 'lucide-react/icons/text'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../../later.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { count } from '../../../parts/figures.ts'
import type { SelectionAction } from '../../../parts/list/selection-bar.tsx'
import type { ProductRow } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { withTexts } from '../../../texts.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { chosenProducts } from '../../../parts/list/chosen-products.ts'
import { useBulkSend } from './use-bulk-send.ts'

const loadPrices = withTexts(() => import('./bulk-prices-dialog.tsx'), 'listings', 'farPrice')
const BulkPricesDialog = later(async () => ({ default: (await loadPrices()).BulkPricesDialog }))
const CopyListingsDialog = later(async () => ({
  default: (await import('./copy-listings-dialog.tsx')).CopyListingsDialog,
}))

const loadTexts = withTexts(() => import('./bulk-texts-dialog.tsx'), 'listings', 'listing', 'bulkDialogs')
const BulkTextsDialog = later(async () => ({ default: (await loadTexts()).BulkTextsDialog }))
const loadDelete = withTexts(() => import('./delete-listings-dialog.tsx'), 'listing')
const DeleteListingsDialog = later(async () => ({ default: (await loadDelete()).DeleteListingsDialog }))

/** Actions on the chosen products, and the dialog that is open for one of them. */
export function useBulkActions(
  chosen: ProductRow[],
  onDone: () => void,
): { actions: SelectionAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const [open, setOpen] = useState<'prices' | 'texts' | 'copy' | 'show' | 'hide' | 'delete'>()
  const ids = chosen.map(({ id }) => id)
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    onDone()
  }
  const openGrid = () => {
    chosenProducts.keep(ids)
    void navigate({ to: paths.productGrid(), search: { chosen: 1 } as object })
  }
  useKeys({ g: () => ids.length > 0 && openGrid() })
  const hidden = chosen.filter(({ is_active: isActive }) => !isActive)
  const shown = chosen.filter(({ is_active: isActive }) => isActive)
  const actions: SelectionAction[] = [
    ...(allows(me, 'products.edit')
      ? [
          {
            name: 'prices',
            label: t('bulkEdit.prices'),
            icon: <Tag size={15} aria-hidden="true" />,
            run: () => setOpen('prices'),
          },
          {
            name: 'texts',
            label: t('bulkEdit.texts'),
            icon: <Text size={15} aria-hidden="true" />,
            run: () => setOpen('texts'),
          },
          {
            name: 'copy',
            label: t('bulkEdit.copy'),
            icon: <CopyPlus size={15} aria-hidden="true" />,
            run: () => setOpen('copy'),
          },
        ]
      : []),
    {
      name: 'grid',
      label: t('bulkEdit.grid'),
      key: 'G',
      icon: <Sheet size={15} aria-hidden="true" />,
      run: openGrid,
    },
    ...(allows(me, 'products.status')
      ? [
          {
            name: 'hide',
            label: t('bulkEdit.hide'),
            icon: <EyeOff size={15} aria-hidden="true" />,
            refusal: shown.length === 0 ? t('bulkEdit.allHidden') : undefined,
            run: () => setOpen('hide'),
          },
          {
            name: 'show',
            label: t('bulkEdit.show'),
            icon: <Eye size={15} aria-hidden="true" />,
            refusal: hidden.length === 0 ? t('bulkEdit.allShown') : undefined,
            run: () => setOpen('show'),
          },
        ]
      : []),
    ...(allows(me, 'products.delete')
      ? [
          {
            name: 'delete',
            label: t('bulkEdit.delete'),
            icon: <Trash size={15} aria-hidden="true" />,
            run: () => setOpen('delete'),
          },
        ]
      : []),
  ]
  const dialog =
    open === 'prices' ? (
      <Suspense>
        <BulkPricesDialog ids={ids} onClose={close} onSent={done} />
      </Suspense>
    ) : open === 'texts' ? (
      <Suspense>
        <BulkTextsDialog ids={ids} onClose={close} onDone={done} />
      </Suspense>
    ) : open === 'copy' ? (
      <Suspense>
        <CopyListingsDialog products={chosen} onClose={close} onDone={done} />
      </Suspense>
    ) : open === 'delete' ? (
      <Suspense>
        <DeleteListingsDialog products={chosen} onClose={close} onDone={done} />
      </Suspense>
    ) : open ? (
      <StatusDialog
        isShowing={open === 'show'}
        products={open === 'show' ? hidden : shown}
        onClose={close}
        onSent={done}
      />
    ) : null
  return { actions, dialog }
}

function StatusDialog({
  isShowing,
  products,
  onClose,
  onSent,
}: {
  isShowing: boolean
  products: ProductRow[]
  onClose: () => void
  onSent: () => void
}) {
  const { t } = useTranslation()
  const { send, isPending } = useBulkSend({ onSent })
  const way = isShowing ? 'show' : 'hide'
  const figures = { count: products.length, figure: count(products.length) }
  return (
    <ConfirmDialog
      opened
      title={t(`bulkEdit.title.${way}`, figures)}
      confirm={isShowing ? t('bulkEdit.show') : t('bulkEdit.hide')}
      busy={isPending}
      onConfirm={() =>
        send(
          [],
          products.map(({ id }) => ({ id, status: isShowing ? 1 : 0 })),
        )
      }
      onClose={onClose}
    >
      {t(`bulkEdit.text.${way}`)}
    </ConfirmDialog>
  )
}
