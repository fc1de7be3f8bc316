import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Upload from 'lucide-react/icons/upload'
import { useTranslation } from 'react-i18next'
import { mayImport } from '../../../parts/queries/import-queries.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'

/** Leads to the imports, for a user who may change what one changes. */
export function ImportLink() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  if (!mayImport(me)) return null
  return (
    <Link className={buttons['button']} to={paths.imports()}>
      <Upload size={15} aria-hidden="true" />
      {t('imports.import')}
    </Link>
  )
}
