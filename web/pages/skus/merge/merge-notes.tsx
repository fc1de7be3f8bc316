import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { Moment } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './merge.module.css'
import { useMerge } from './use-merge.tsx'

/** Where a merged SKU went, and what was merged and split in the last day; both can be undone here. */
export function MergeNotes({ sku, mayEdit }: { sku: Sku; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { undo } = useMerge()
  const { merged, merges } = sku
  const undoButton = (id: number, what: string) =>
    mayEdit && (
      <Button
        size="small"
        busy={undo.isPending && undo.variables === id}
        aria-label={`${t('action.undo')} · ${what}`}
        onClick={() => undo.mutate(id)}
      >
        {t('action.undo')}
      </Button>
    )
  return (
    <>
      {merged && (
        <div className={styles['note']}>
          <span>
            {t('merge.isMerged')} <Link to={paths.sku(merged.into.id)}>{merged.into.name}</Link>{' '}
            <code>{merged.into.prime_sku}</code>
            {merged.by && ` · ${merged.by}`} {merged.at && <Moment at={merged.at} />}
          </span>
          {merged.undo && undoButton(merged.undo.id, merged.into.name)}
        </div>
      )}
      {merges.data.map((one) => (
        <MergeNote key={one.id} one={one} skuId={sku.id} undo={undoButton} />
      ))}
    </>
  )
}

type NoteProps = {
  one: Sku['merges']['data'][number]
  skuId: number
  undo: (id: number, what: string) => React.ReactNode
}

function MergeNote({ one, skuId, undo }: NoteProps) {
  const { t } = useTranslation()
  const named = one.kind === 'split' && one.of?.id !== skuId ? [one.of] : one.others
  const key = one.kind === 'merge' ? 'merge.took' : one.of?.id === skuId ? 'split.gave' : 'split.cameFrom'
  return (
    <div className={styles['note']}>
      <span>
        {t(key)}{' '}
        {named.map(
          (sku, at) =>
            sku && (
              <span key={sku.id}>
                {at > 0 && ', '}
                <Link to={paths.sku(sku.id)}>{sku.name}</Link> <code>{sku.prime_sku}</code>
              </span>
            ),
        )}{' '}
        · {one.by} <Moment at={one.at} />
      </span>
      {undo(one.id, named.map((sku) => sku?.prime_sku ?? '').join(', '))}
    </div>
  )
}
