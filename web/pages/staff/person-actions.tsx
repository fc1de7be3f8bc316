import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staffStatuses } from '../../../model/staff-rights.ts'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { DeleteButton } from '../../parts/settings/delete-button.tsx'
import { type Person, peopleKey } from '../../parts/queries/staff-queries.ts'
import { SettingActions } from '../../parts/settings/setting-form.tsx'
import { showToast } from '../../ui/toast.ts'

/** The invitation again, switching off and on, and the end. */
export function PersonActions({ person }: { person: Person }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id, name, status, updated_at } = person
  const params = { id }
  const done = async (message: string) => {
    showToast({ tone: 'success', message })
    setAsking(false)
    await queries.invalidateQueries({ queryKey: peopleKey })
  }
  const onError = (error: Error) =>
    showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) })
  const invite = useMutation({
    mutationFn: () => api('POST /users/{id}/invite-again', { params }),
    onSuccess: ({ message }) => done(message),
    onError,
  })
  const enable = useMutation({
    mutationFn: () => api('PUT /users/{id}', { params, body: { status: staffStatuses.active, updated_at } }),
    onSuccess: () => done(t('staff.enabledDone', { name })),
    onError,
  })
  const endFactor = useMutation({
    mutationFn: () => api('PUT /users/{id}', { params, body: { has_second_factor: false, updated_at } }),
    onSuccess: () => done(t('staff.factorEnded', { name })),
    onError,
  })
  const disable = useMutation({
    mutationFn: () =>
      api('PUT /users/{id}', { params, body: { status: staffStatuses.disabled, updated_at } }),
    onSuccess: () => done(t('staff.disabledDone', { name })),
  })
  return (
    <Card>
      <SettingActions>
        <DeleteButton
          label={t('staff.delete')}
          title={t('staff.deleteTitle', { name })}
          text={t('staff.deleteText')}
          list={paths.staff()}
          listKey={peopleKey}
          remove={async () => (await api('DELETE /users/{id}', { params })).message}
        />
        {person.has_second_factor && (
          <Button busy={endFactor.isPending} onClick={() => endFactor.mutate()}>
            {t('staff.endFactor')}
          </Button>
        )}
        {status === staffStatuses.active && (
          <Button
            onClick={() => {
              disable.reset()
              setAsking(true)
            }}
          >
            {t('staff.disable')}
          </Button>
        )}
        {status === staffStatuses.disabled && (
          <Button busy={enable.isPending} onClick={() => enable.mutate()}>
            {t('staff.enable')}
          </Button>
        )}
        {status === staffStatuses.invited && (
          <Button busy={invite.isPending} onClick={() => invite.mutate()}>
            {t('staff.inviteAgain')}
          </Button>
        )}
      </SettingActions>
      <ConfirmDialog
        opened={isAsking}
        title={t('staff.disableTitle', { name })}
        confirm={t('staff.disable')}
        variant="danger"
        busy={disable.isPending}
        error={disable.error && errorMessage(disable.error)}
        onClose={() => setAsking(false)}
        onConfirm={() => disable.mutate()}
      >
        <p>{t('staff.disableText')}</p>
      </ConfirmDialog>
    </Card>
  )
}
