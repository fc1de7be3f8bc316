import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { type BuyerMailKind, buyerMailKinds } from '../../../../model/buyer-mail.ts'
import type { Language } from '../../../../model/language.ts'
import { api } from '../../../api.ts'
import { language as ownLanguage, languageNames } from '../../../page-language.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { fieldsOf, SettingForm } from '../../../parts/settings/setting-form.tsx'
import { SettingFrame } from '../../../parts/settings/setting-frame.tsx'
import { useFormDraft } from '../../../parts/settings/use-form-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './buyer-mails.module.css'

type Setting = Reply<'GET /settings/buyer-mails'>['data']
type Words = { subject: string; text: string }

const settingQuery = queryOptions({
  queryKey: ['buyer-mails'] as const,
  queryFn: async ({ signal }) => (await api('GET /settings/buyer-mails', { signal })).data,
})

/** Texts of mails to buyers in each language, and where their answers go. */
export function BuyerMailsPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.buyerMails'))
  const { data, error, refetch } = useQuery(settingQuery)
  const [kind, setKind] = useState<BuyerMailKind>('delay')
  const [language, setLanguage] = useState<Language>(ownLanguage)
  return (
    <SettingFrame>
      {data && (
        <>
          <section className={styles['card']} aria-labelledby="buyer-mails">
            <h2 id="buyer-mails">{t('buyerMails.title')}</h2>
            <p className={styles['muted']}>{t('buyerMails.help')}</p>
            <div className={styles['choices']}>
              <SelectField
                label={t('buyerMail.about')}
                value={kind}
                onChange={({ currentTarget }) => setKind(currentTarget.value as BuyerMailKind)}
              >
                {buyerMailKinds.map((one) => (
                  <option key={one} value={one}>
                    {t(`buyerMail.kind.${one}`)}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t('buyerMail.language')}
                value={language}
                onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
              >
                {Object.entries(languageNames).map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
            <TemplateForm key={`${kind}/${language}`} saved={data} kind={kind} language={language} />
            <HelpLink answer="buyer-mails" />
          </section>
          {data.contacts.length > 0 && <ContactsCard saved={data} />}
        </>
      )}
      {!data && error && <LoadError title={t('buyerMails.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton width="100%" height={420} />}
    </SettingFrame>
  )
}

function useSave() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<'PUT /settings/buyer-mails'>) => api('PUT /settings/buyer-mails', { body }),
    onSuccess: ({ data }) => {
      queries.setQueryData(settingQuery.queryKey, data)
      showToast({ tone: 'success', message: t('buyerMails.saved') })
    },
  })
}

type TemplateProps = { saved: Setting; kind: BuyerMailKind; language: Language }

function TemplateForm({ saved, kind, language }: TemplateProps) {
  const { t } = useTranslation()
  const isThis = (one: { kind: BuyerMailKind; language: Language }) =>
    one.kind === kind && one.language === language
  const now = saved.templates.find(isThis)
  const own = saved.defaults.find(isThis)
  const save = useSave()
  const { values, isChanged, version, change, drop, settle } = useFormDraft<Words>(
    { subject: now?.subject ?? '', text: now?.text ?? '' },
    saved.updated_at,
    save.error,
  )
  const { subject, text } = values
  const fields = fieldsOf(save.error)
  return (
    <SettingForm
      isNew={false}
      isChanged={isChanged}
      isSaving={save.isPending}
      save={t('buyerMails.save')}
      leaveText={t('buyerMails.leaveText')}
      error={save.error}
      onSave={() =>
        save.mutate(
          { templates: [{ kind, language, subject, text }], updated_at: version ?? null },
          { onSuccess: ({ data }) => settle(data.updated_at) },
        )
      }
      onCancel={drop}
    >
      <TextField
        label={t('buyerMail.subject')}
        value={subject}
        maxLength={150}
        error={fields['templates.0.subject']}
        onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
      />
      <TextArea
        label={t('buyerMail.text')}
        rows={16}
        value={text}
        maxLength={5000}
        error={fields['templates.0.text']}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <dl className={styles['placeholders']} aria-label={t('buyerMails.placeholders')}>
        {saved.placeholders.map((name) => (
          <div key={name}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>{t(`buyerMails.placeholder.${name}`)}</dd>
          </div>
        ))}
      </dl>
      {now?.is_changed && own && !isChanged && (
        <div>
          <Button onClick={() => change({ subject: own.subject, text: own.text })}>
            {t('buyerMails.restore')}
          </Button>
        </div>
      )}
    </SettingForm>
  )
}

function ContactsCard({ saved }: { saved: Setting }) {
  const { t } = useTranslation()
  const save = useSave()
  const { values, isChanged, version, change, drop, settle } = useFormDraft<Record<number, string>>(
    Object.fromEntries(saved.contacts.map(({ shop, email }) => [shop.id, email ?? ''])),
    saved.contacts_updated_at,
    save.error,
  )
  const emailOf = ({ shop }: Setting['contacts'][number]) => values[shop.id] ?? ''
  const changed = saved.contacts.filter((one) => emailOf(one) !== (one.email ?? ''))
  const fields = fieldsOf(save.error)
  return (
    <section className={styles['card']} aria-labelledby="buyer-replies">
      <h2 id="buyer-replies">{t('buyerMails.replies')}</h2>
      <p className={styles['muted']}>{t('buyerMails.repliesHelp')}</p>
      <SettingForm
        isNew={false}
        isChanged={isChanged}
        isSaving={save.isPending}
        save={t('buyerMails.saveReplies')}
        leaveText={t('buyerMails.leaveText')}
        error={save.error}
        onSave={() =>
          save.mutate(
            {
              contacts: changed.map((one) => ({ shop_id: one.shop.id, email: emailOf(one).trim() || null })),
              contacts_updated_at: version ?? null,
            },
            { onSuccess: ({ data }) => settle(data.contacts_updated_at) },
          )
        }
        onCancel={drop}
      >
        {saved.contacts.map((one) => (
          <div key={one.shop.id} className={styles['contact']}>
            <span className={styles['shop']}>
              <ChannelMark platformId={one.shop.platform_id} />
              {one.shop.system_name}
            </span>
            <TextField
              label={t('buyerMails.replyTo', { shop: one.shop.system_name })}
              isLabelHidden
              type="email"
              optional
              autoComplete="off"
              placeholder={t('buyerMails.noReplyTo')}
              value={emailOf(one)}
              error={fields[`contacts.${changed.indexOf(one)}.email`]}
              onChange={({ currentTarget }) => change({ [one.shop.id]: currentTarget.value })}
            />
          </div>
        ))}
      </SettingForm>
    </section>
  )
}
