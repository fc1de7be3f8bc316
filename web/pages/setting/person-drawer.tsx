import { useQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { peopleQuery } from './people.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonForm } from './person-form.tsx'

/** One of the staff, or somebody new. */
export function PersonDrawer() {
  const { t } = useTranslation()
  const params: { personId?: string } = useParams({ strict: false })
  const isNew = params.personId === undefined
  const navigate = useNavigate()
  const { data: people } = useQuery(peopleQuery)
  const person = people?.find((one) => one.id === Number(params.personId))
  const close = () => void navigate({ to: paths.staff() })

  if (!isNew && people && !person) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={<h2>{isNew ? t('staff.title') : (person?.name ?? <Skeleton width={160} height={18} />)}</h2>}
      onClose={close}
    >
      {(isNew || person) && (
        <Card>
          <PersonForm key={person?.id ?? 'new'} person={person} />
        </Card>
      )}
      {person?.may_edit && <PersonActions person={person} />}
    </DrawerFrame>
  )
}
