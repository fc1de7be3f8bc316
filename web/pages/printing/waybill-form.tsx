import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import {
  orientations,
  paperSizes,
  waybillParts,
  type Orientation,
  type PaperSize,
  type PrintTemplate,
} from '../../../model/printing.ts'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type KeptTemplate, printTemplateKey } from '../../parts/print-template.ts'
import { allows, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import styles from './waybill-form.module.css'
import { WaybillLogo } from './waybill-logo.tsx'
import { WaybillPreview } from './waybill-preview.tsx'
import { showToast } from '../../ui/toast.ts'

const copies = [1, 2, 3, 4, 5]

/** The template beside a waybill that changes with it. */
export function WaybillForm({ kept: { updated_at: current, ...template } }: { kept: KeptTemplate }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const mayChange = allows(me, 'settings.shipment')
  const { save, error, isSaving } = useSave()
  const form = useFormDraft<PrintTemplate>(template, current, error)
  const { values: wanted, isChanged, change } = form

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    save({ ...wanted, updated_at: form.version }, { onSuccess: ({ data }) => form.settle(data.updated_at) })
  }

  return (
    <div className={styles['page']}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <h2>{t('waybill.title')}</h2>
        <p className={styles['muted']}>{t('waybill.text')}</p>
        <fieldset className={styles['fields']} disabled={!mayChange}>
          <legend className={styles['hidden']}>{t('waybill.title')}</legend>
          <SelectField
            label={t('waybill.paper')}
            value={wanted.paper_size}
            onChange={(event) => change({ paper_size: event.currentTarget.value as PaperSize })}
          >
            {paperSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('waybill.orientation')}
            value={wanted.orientation}
            onChange={(event) => change({ orientation: event.currentTarget.value as Orientation })}
          >
            {orientations.map((way) => (
              <option key={way} value={way}>
                {t(`waybill.orientationOf.${way}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('waybill.copies')}
            value={wanted.copies}
            onChange={(event) => change({ copies: Number(event.currentTarget.value) })}
          >
            {copies.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </SelectField>
          <WaybillLogo logo={wanted.logo} onChange={(logo) => change({ logo })} />
          <fieldset className={styles['parts']}>
            <legend>{t('waybill.shows')}</legend>
            {waybillParts.map((part) => (
              <label key={part}>
                <input
                  type="checkbox"
                  checked={wanted.show[part]}
                  onChange={(event) =>
                    change({ show: { ...wanted.show, [part]: event.currentTarget.checked } })
                  }
                />
                {t(`waybill.part.${part}`)}
              </label>
            ))}
          </fieldset>
          {(['header', 'footer'] as const).map((end) => (
            <TextField
              key={end}
              label={t(`waybill.${end}`)}
              value={wanted[end]}
              optional
              maxLength={2000}
              help={t('waybill.markup')}
              onChange={(event) => change({ [end]: event.currentTarget.value })}
            />
          ))}
        </fieldset>
        {error && (
          <p className={styles['error']} role="alert">
            {errorMessage(error)}
          </p>
        )}
        {isChanged && (
          <div className={styles['actions']}>
            <Button onClick={form.drop}>{t('action.cancel')}</Button>
            <Button variant="primary" type="submit" busy={isSaving}>
              {t('action.save')}
            </Button>
          </div>
        )}
      </form>
      <WaybillPreview template={wanted} shop={me.shop_owner?.data.company_name ?? me.name} />
      <ConfirmLeave when={isChanged} text={t('waybill.leaveText')} />
    </div>
  )
}

function useSave() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: BodyInput<'PUT /settings/update-print-template'>) =>
      api('PUT /settings/update-print-template', { body }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('waybill.saved') })
      await queries.invalidateQueries({ queryKey: printTemplateKey })
    },
  })
  return { save: mutate, error, isSaving: isPending }
}
