import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageActions } from '../../../parts/page-actions.ts'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { later } from '../../../later.tsx'

const MergeDialog = later(() => import('./merge-dialog.tsx'))
const SplitDialog = later(() => import('./split-dialog.tsx'))

/** Menu of the rarer actions on a SKU: merging and splitting it. */
export function SkuMenu({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'merge' | 'split' | null>(null)
  const close = () => setOpen(null)
  const show = (id: number) => {
    close()
    // The button that the focus went back to leaves with the page.
    if (id !== sku.id)
      void navigate({ to: paths.sku(id) }).then(() => document.getElementById('main')?.focus())
  }
  const canSplit = !sku.is_bundle && sku.listings.data.length > 0
  usePageActions([
    { name: 'merge', label: t('merge.menu'), run: () => setOpen('merge') },
    ...(canSplit ? [{ name: 'split', label: t('split.menu'), run: () => setOpen('split') }] : []),
  ])
  return (
    <>
      <Menu
        position="bottom-end"
        button={
          <IconButton label={t('list.more')}>
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onClick={() => setOpen('merge')}>{t('merge.menu')}</MenuItem>
        <MenuItem disabled={!canSplit} onClick={() => setOpen('split')}>
          {t('split.menu')}
        </MenuItem>
      </Menu>
      <Suspense>
        {open === 'merge' && (
          <MergeDialog skus={[{ ...sku, version: sku.updated_at }]} canAdd onClose={close} onMerged={show} />
        )}
        {open === 'split' && <SplitDialog sku={sku} onClose={close} onSplit={show} />}
      </Suspense>
    </>
  )
}
