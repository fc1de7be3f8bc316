import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../template-page.module.css'
import type { Clash } from './template-draft.ts'
import { useDraft, useFrame } from './use-draft.ts'

/** Somebody else saved the template: joining both, or starting over from theirs. */
export function ConflictLine() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const errorMessage = useErrorMessage()
  const conflict = useDraft((state) => state.conflict)
  const clashes = useDraft((state) => state.clashes)
  const join = useMutation({ mutationFn: (how: 'merge' | 'reload') => draft[how]() })
  const { data: shops } = useQuery(shopsQuery)
  const shopNameOf = ({ shop_id: id }: ShopStep) =>
    shops?.find((shop) => shop.id === id)?.system_name ?? String(id)
  const settle = (clash: Clash, isTheirs: boolean) => {
    draft.settle(clash, isTheirs)
    void draft.save()
  }
  return (
    <>
      {conflict !== null && (
        <div className={styles['line']} role="alert">
          <p>{errorMessage(join.error ?? conflict)}</p>
          {(
            [
              ['merge', t('templates.merge')],
              ['reload', t('templates.reload')],
            ] as const
          ).map(([how, label]) => (
            <Button
              key={how}
              size="small"
              busy={join.isPending && join.variables === how}
              onClick={() => join.mutate(how)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {clashes.map((clash) => {
        const name = clash.field === 'shops' ? shopNameOf(clash.theirs) : t(`templates.field.${clash.field}`)
        return (
          <div key={name} className={styles['line']} role="alert">
            <p>{t('templates.clash', { field: name })}</p>
            <Button
              size="small"
              busy={false}
              aria-label={`${t('templates.keepMine')} · ${name}`}
              onClick={() => settle(clash, false)}
            >
              {t('templates.keepMine')}
            </Button>
            <Button
              size="small"
              busy={false}
              aria-label={`${t('templates.useTheirs')} · ${name}`}
              onClick={() => settle(clash, true)}
            >
              {t('templates.useTheirs')}
            </Button>
          </div>
        )
      })}
    </>
  )
}
