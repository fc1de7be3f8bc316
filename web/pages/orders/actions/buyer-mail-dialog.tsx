import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { buyerMailKinds, type BuyerMailKind, openPlaceholders } from '../../../../model/buyer-mail.ts'
import type { Language } from '../../../../model/language.ts'
import { api, ApiError } from '../../../api.ts'
import { languageNames } from '../../../page-language.ts'
import { dayOf } from '../../../parts/dates.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { useClock } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './buyer-mail.module.css'

type Draft = Reply<'GET /orders/{id}/buyer-mails/draft'>['data']
type Choice = { kind: BuyerMailKind; language?: Language; date?: string }
type Words = { subject: string; text: string }

function draftQuery(id: number, choice: Choice) {
  return queryOptions({
    queryKey: [...orderKeys.details, id, 'buyer-mail', choice] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /orders/{id}/buyer-mails/draft', { params: { id }, query: choice, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** A mail to the order's buyer: its template filled in, changed for this once where needed, and sent. */
export function BuyerMailDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<Choice>({ kind: 'delay' })
  // Typed words are there again with the choice that they were typed for.
  const [typed, setTyped] = useState<Record<string, Partial<Words>>>({})
  const key = JSON.stringify(choice)
  const { data: draft, error, refetch, isPlaceholderData } = useQuery(draftQuery(order.id, choice))
  return (
    <Dialog opened title={t('buyerMail.title', { code: order.code })} size={640} onClose={onClose}>
      {draft && (
        <MailForm
          order={order}
          draft={draft}
          choice={choice}
          changed={typed[key] ?? {}}
          isTyped={Object.keys(typed).length > 0}
          isWaiting={isPlaceholderData}
          onChange={(words) => setTyped({ ...typed, [key]: words })}
          onChoose={setChoice}
          onClose={onClose}
        />
      )}
      {!draft && error && <LoadError title={t('buyerMail.failed')} error={error} onRetry={refetch} />}
      {!draft && !error && <Skeleton width="100%" height={420} />}
    </Dialog>
  )
}

type FormProps = {
  order: Order
  draft: Draft
  choice: Choice
  changed: Partial<Words>
  /** For this choice or another. */
  isTyped: boolean
  isWaiting: boolean
  onChange: (changed: Partial<Words>) => void
  onChoose: (choice: Choice) => void
  onClose: () => void
}

function MailForm({ order, draft, choice, changed, isTyped, isWaiting, ...form }: FormProps) {
  const { onChange, onChoose, onClose } = form
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const clock = useClock()
  const [today] = useState(() => dayOf(new Date(), clock.timeZone))
  const isPast = choice.kind !== 'address' && choice.date !== undefined && choice.date < today
  const { subject, text }: Words = { ...draft, ...changed }
  const send = useMutation({
    mutationFn: () =>
      api('POST /orders/{id}/buyer-mails', {
        once: true,
        params: { id: order.id },
        body: { kind: choice.kind, language: draft.language, subject, text, previous_id: draft.previous_id },
      }),
    onSuccess: async ({ data }) => {
      onClose()
      showToast({
        // The buyer gets nothing: somebody has to write by other means.
        tone: data.state === 'kept' ? 'warning' : 'success',
        message: t(data.state === 'kept' ? 'buyerMail.kept' : 'buyerMail.sent', {
          recipient: draft.recipient,
        }),
      })
      await queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] })
    },
  })
  const isOpen = openPlaceholders(`${subject}${text}`).length > 0
  const fields = send.error instanceof ApiError ? send.error.fields : {}

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    send.mutate()
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <div className={styles['choices']}>
        <SelectField
          label={t('buyerMail.about')}
          value={choice.kind}
          onChange={({ currentTarget }) =>
            onChoose({ ...choice, kind: currentTarget.value as BuyerMailKind })
          }
        >
          {buyerMailKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`buyerMail.kind.${kind}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('buyerMail.language')}
          value={choice.language ?? draft.language}
          onChange={({ currentTarget }) => onChoose({ ...choice, language: currentTarget.value as Language })}
        >
          {Object.entries(languageNames).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {choice.kind !== 'address' && (
          <TextField
            label={t('buyerMail.date')}
            type="date"
            min={today}
            value={choice.date ?? ''}
            error={isPast ? t('buyerMail.past') : undefined}
            onChange={({ currentTarget: { value } }) => {
              const { date: _date, ...rest } = choice
              onChoose(value === '' ? rest : { ...rest, date: value })
            }}
          />
        )}
      </div>
      <dl className={styles['facts']}>
        <dt>{t('buyerMail.to')}</dt>
        <dd>{draft.recipient}</dd>
        <dt>{t('buyerMail.from')}</dt>
        <dd>{draft.from_name}</dd>
        <dt>{t('buyerMail.replyTo')}</dt>
        <dd>{draft.reply_to ?? t('buyerMail.noReply')}</dd>
      </dl>
      <TextField
        label={t('buyerMail.subject')}
        value={subject}
        maxLength={150}
        error={fields['subject']}
        onChange={({ currentTarget }) => onChange({ ...changed, subject: currentTarget.value })}
      />
      <TextArea
        label={t('buyerMail.text')}
        rows={14}
        value={text}
        maxLength={5000}
        error={fields['text']}
        help={t('buyerMail.textHelp')}
        onChange={({ currentTarget }) => onChange({ ...changed, text: currentTarget.value })}
      />
      {send.error && Object.keys(fields).length === 0 && (
        <p className={styles['error']} role="alert">
          {errorMessage(send.error)}
        </p>
      )}
      {isOpen && <p className={styles['muted']}>{t('buyerMail.open')}</p>}
      <LaterConfirmLeave when={isTyped} isSaving={send.isPending} text={t('buyerMail.leaveText')} />
      <div className={styles['actions']}>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button
          variant="primary"
          type="submit"
          busy={send.isPending || isWaiting}
          {...((isOpen || isPast) && { refusal: t(isPast ? 'buyerMail.past' : 'buyerMail.open') })}
        >
          {t('buyerMail.send')}
        </Button>
      </div>
    </form>
  )
}
