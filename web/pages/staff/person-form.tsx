import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  exceeding,
  rightsOf as rightsGiven,
  staffRoles,
  type StaffRole,
} from '../../../model/staff-rights.ts'
import { api } from '../../api.ts'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import { paths } from '../../paths.ts'
import { meQuery, rightsOf } from '../../session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Person, peopleKey } from '../../parts/queries/staff-queries.ts'
import { PersonRights } from './person-rights.tsx'
import { bodyOf, type PersonValues, valuesOf } from './person-values.ts'
import { fieldsOf, SettingForm } from '../../parts/settings/setting-form.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import styles from '../../parts/settings/setting-row.module.css'
import { showToast } from '../../ui/toast.ts'

const texts = [
  { name: 'name', label: 'account.name', longest: 255 },
  { name: 'email', label: 'account.email', longest: 255 },
  { name: 'phone', label: 'account.phone', longest: 50 },
] as const

/** Form for a staff member's details and rights. Without a person, it adds one. */
export function PersonForm({ person }: { person: Person | undefined }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const saved = valuesOf(person, me.shop_ids)
  const isReadOnly = person !== undefined && !person.may_edit
  const { save, error, isSaving } = useSavePerson(person)
  const { values, isChanged, version, change, drop, settle } = useFormDraft(saved, person?.updated_at, error)
  const invalid = fieldsOf(error)
  /** Nobody gives more than he has. */
  const mayGive = (role: StaffRole) =>
    exceeding(rightsOf(me), rightsGiven({ role, shopIds: me.shop_ids })) === null

  return (
    <SettingForm
      isNew={!person}
      isChanged={isChanged}
      isSaving={isSaving}
      readOnly={
        isReadOnly &&
        t(person.scope === 'owner' ? 'staff.isOwner' : person.id === me.id ? 'staff.isSelf' : 'staff.hasMore')
      }
      save={t(person ? 'action.save' : values.password === null ? 'staff.invite' : 'staff.add')}
      leaveText={t('staff.leaveText')}
      error={error}
      onSave={() => save({ values, version }, { onSuccess: ({ data }) => settle(data.updated_at) })}
      onCancel={drop}
    >
      {texts.map(({ name, label, longest }) => (
        <TextField
          key={name}
          label={t(label)}
          value={values[name]}
          type={name === 'email' ? 'email' : 'text'}
          optional={name === 'phone'}
          readOnly={isReadOnly}
          maxLength={longest}
          autoComplete="off"
          error={invalid[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      ))}
      {!person && <FirstPassword values={values} change={change} error={invalid['password']} />}
      {person?.scope !== 'owner' && (
        <>
          <SelectField
            label={t('account.role')}
            value={values.role}
            disabled={isReadOnly}
            help={t(`roleHelp.${values.role}`)}
            error={invalid['role']}
            onChange={(event) =>
              change({ role: event.currentTarget.value as StaffRole, permissions: [], groups: [] })
            }
          >
            {staffRoles.map((role) => (
              <option key={role} value={role} disabled={!mayGive(role)}>
                {t(`role.${role}`)}
              </option>
            ))}
          </SelectField>
          <PersonRights values={values} change={change} readOnly={isReadOnly} invalid={invalid} />
        </>
      )}
    </SettingForm>
  )
}

type FirstPasswordProps = {
  values: PersonValues
  change: (part: Partial<PersonValues>) => void
  error: string | undefined
}

/** An invitation by mail, or a password that is told. */
function FirstPassword({ values, change, error }: FirstPasswordProps) {
  const { t } = useTranslation()
  const isInvited = values.password === null
  return (
    <FieldGroup legend={t('staff.firstSignIn')}>
      {([true, false] as const).map((byMail) => (
        <label key={String(byMail)} className={styles['tick']}>
          <input
            type="radio"
            name="first-sign-in"
            checked={isInvited === byMail}
            onChange={() => change({ password: byMail ? null : '' })}
          />
          {t(byMail ? 'staff.byMail' : 'staff.byPassword')}
        </label>
      ))}
      {values.password !== null && (
        <TextField
          label={t('signIn.password')}
          type="password"
          autoComplete="new-password"
          help={t('password.rule')}
          maxLength={50}
          value={values.password}
          error={error}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      )}
    </FieldGroup>
  )
}

type Sent = { values: PersonValues; version: string | null | undefined }

/** Somebody new is gone to the list, where he stands then. */
function useSavePerson(person: Person | undefined) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ values, version }: Sent) => {
      const body = bodyOf(values)
      if (person)
        return api('PUT /users/{id}', { params: { id: person.id }, body: { ...body, updated_at: version } })
      if (values.password === null) return api('POST /invite-user', { once: true, body })
      return api('POST /users', { once: true, body: { ...body, password: values.password } })
    },
    onSuccess: async ({ data }, { values }) => {
      const label = person ? 'staff.saved' : values.password === null ? 'staff.isInvited' : 'staff.added'
      showToast({ tone: 'success', message: t(label, { name: data.name, email: data.email }) })
      await queries.invalidateQueries({ queryKey: peopleKey })
      if (!person) await navigate({ to: paths.staff(), replace: true, ignoreBlocker: true })
    },
  })
  return { save: mutate, error, isSaving: isPending }
}
