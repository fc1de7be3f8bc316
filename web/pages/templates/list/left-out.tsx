import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { count } from '../../../parts/figures.ts'
import type { TemplateRow } from '../../../parts/queries/template-queries.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './templates-list.module.css'

export type Published = Reply<'POST /product-template/bulk-upload'>['data']

type Props = { rows: TemplateRow[]; published: Published; onClose: () => void }

/** Number of the templates that are being published, and each that was left out, with its reason and the way to it. */
export function LeftOut({ rows, published: { queued, refused }, onClose }: Props) {
  const { t } = useTranslation()
  const templates = new Set(queued.map(({ template_id: id }) => id)).size
  return (
    <Dialog
      opened
      title={
        templates > 0
          ? t('templates.queuedMany', { count: templates, figure: count(templates) })
          : t('templates.nonePublished')
      }
      onClose={onClose}
    >
      <p>{t('templates.refusedMany', { count: refused.length, figure: count(refused.length) })}</p>
      <ul className={styles['leftOut']}>
        {refused.map(({ template_id: id, message, problems }) => {
          const row = rows.find((one) => one.id === id)
          const mode = row?.status.code === 'draft' ? 'create' : 'edit'
          return (
            <li key={id}>
              <Link to={paths.templateCheckout(id, mode)}>{row?.name || row?.product_sku || id}</Link>
              <small>
                {message}
                {problems > 1 &&
                  ` · ${t('templates.moreErrors', { count: problems - 1, figure: count(problems - 1) })}`}
              </small>
            </li>
          )
        })}
      </ul>
      <div className={styles['end']}>
        <Button onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  )
}
