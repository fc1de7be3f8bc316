import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostAtOnce } from '../../../../model/order-action.ts'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { shortTime } from '../../../parts/dates.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { useClock, useNow } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { TextField } from '../../../ui/text-field.tsx'

/** Names a pick wave of the chosen orders and goes there. One takes as many orders as the call does, and the dialog says which. */
export function BeginWave({ ids: chosen, onClose }: { ids: number[]; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const clock = useClock()
  const now = useNow(60_000)
  const [name, setName] = useState(() => t('wave.nameNow', { time: shortTime(now, now, clock) }))
  const ids = chosen.slice(0, mostAtOnce)
  const begin = useMutation({
    mutationFn: () => api('POST /pick-waves', { once: true, body: { name, order_ids: ids } }),
    onSuccess: ({ data }) => navigate({ to: paths.pickWave(data.id) }),
  })
  return (
    <ConfirmDialog
      opened
      title={t('wave.beginOf', { count: ids.length, figure: count(ids.length) })}
      confirm={t('wave.begin')}
      busy={begin.isPending}
      error={begin.error && errorMessage(begin.error)}
      onClose={onClose}
      onConfirm={() => name.trim() !== '' && begin.mutate()}
    >
      <p>{t('wave.beginText')}</p>
      {chosen.length > ids.length && (
        <p>{t('wave.most', { most: count(mostAtOnce), figure: count(chosen.length) })}</p>
      )}
      <TextField
        label={t('wave.name')}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
