import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import { roleOf, staffStatuses } from '../../../model/staff-rights.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { BeginHere, useInstruction } from '../../parts/begin-here.tsx'
import { useLive } from '../../parts/live.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { type Person, peopleFound, peopleKey } from '../../parts/queries/staff-queries.ts'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { SettingList } from '../../parts/settings/setting-list.tsx'
import styles from '../../parts/settings/setting-row.module.css'

/** Page with the users who work for the account. */
export function StaffPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.staff'))
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const instruction = useInstruction()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const keyword = useSettled(text.trim(), 200)
  const people = useQuery(peopleFound(keyword))
  useLive('user.add', () => void queries.invalidateQueries({ queryKey: peopleKey }, afterReading))
  return (
    <>
      <SettingFrame
        actions={
          <BeginHere isOn={instruction.isOn}>
            <Button
              variant="primary"
              icon={<UserPlus size={16} aria-hidden="true" />}
              onClick={() => void instruction.forget().then(() => navigate({ to: paths.newPerson() }))}
            >
              {t('staff.add')}
            </Button>
          </BeginHere>
        }
        inert={pathname !== paths.staff()}
      >
        <TextField
          label={t('staff.search')}
          type="search"
          optional
          autoComplete="off"
          maxLength={255}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SettingList
          rows={people}
          help="add-staff"
          labels={{
            failed: t('staff.failed'),
            none: t(keyword === '' ? 'staff.none' : 'staff.noMatch'),
            noneText: t(keyword === '' ? 'staff.noneText' : 'staff.noMatchText'),
          }}
        >
          {(person) => <PersonSummary person={person} />}
        </SettingList>
      </SettingFrame>
      <Outlet />
    </>
  )
}

function PersonSummary({ person }: { person: Person }) {
  const { t } = useTranslation()
  return (
    <div className={styles['person']}>
      <Avatar name={person.name} picture={person.profile_picture} />
      <div className={styles['lines']}>
        <span className={styles['head']}>
          <Link to={paths.person(person.id)} className={styles['name']}>
            {person.name}
          </Link>
          {person.status === staffStatuses.invited && <Pill hue="amber">{t('staff.invited')}</Pill>}
          {person.status === staffStatuses.disabled && <Pill hue="grey">{t('staff.disabled')}</Pill>}
        </span>
        <span className={styles['muted']}>{person.email}</span>
      </div>
      <div className={styles['side']}>
        <span>{t(`role.${roleOf(person)}`)}</span>
        <span className={styles['muted']}>
          {person.last_login_at ? <When at={person.last_login_at} /> : t('staff.neverSignedIn')}
        </span>
      </div>
    </div>
  )
}
