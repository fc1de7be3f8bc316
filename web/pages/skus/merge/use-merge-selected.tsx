import Merge from 'lucide-react/icons/merge'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { SelectionAction } from '../../../parts/list/selection-bar.tsx'
import type { Selection } from '../../../parts/list/use-selection.ts'
import type { SkuRow } from '../../../parts/queries/sku-queries.ts'
import { later } from '../../../later.tsx'

const MergeDialog = later(() => import('./merge-dialog.tsx'))

const mostMerged = 51

/** The action of the selection bar that merges the chosen SKUs, and its dialog. */
export function useMergeSelected({ chosen, size, clear }: Selection<SkuRow, SkuRow>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const action: SelectionAction = {
    name: 'merge',
    label: t('merge.selected', { count: size, figure: count(size) }),
    icon: <Merge size={15} aria-hidden="true" />,
    refusal: size < 2 || size > mostMerged ? t('merge.two') : undefined,
    run: () => setOpen(true),
  }
  const dialog = isOpen && (
    <Suspense>
      <MergeDialog
        skus={[...chosen.values()]}
        onClose={() => setOpen(false)}
        onMerged={() => {
          setOpen(false)
          clear()
        }}
      />
    </Suspense>
  )
  return { action, dialog }
}
