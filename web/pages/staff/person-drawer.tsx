import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { peopleQuery } from '../../parts/queries/staff-queries.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonForm } from './person-form.tsx'
import { SettingDrawer } from '../../parts/settings/setting-drawer.tsx'

/** One of the staff, or somebody new. */
export function PersonDrawer() {
  const { t } = useTranslation()
  const { personId }: { personId?: string } = useParams({ strict: false })
  const { data: people } = useQuery(peopleQuery)
  return (
    <SettingDrawer
      rows={people}
      id={personId}
      title={t('staff.title')}
      list={paths.staff()}
      form={(person) => <PersonForm person={person} />}
      actions={(person) => person.may_edit && <PersonActions person={person} />}
    />
  )
}
