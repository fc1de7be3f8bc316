import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../../ui/states.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { Counter } from './counter.tsx'
import { DoctorPanel } from '../doctor/doctor-panel.tsx'
import { DraftNumber, DraftText, useFieldError } from './draft-field.tsx'
import { focusField } from './field-path.ts'
import styles from '../template-page.module.css'
import { OwnCategory } from './own-category.tsx'
import { TemplateChannels } from './template-channels.tsx'
import { TemplatePhotos } from './template-photos.tsx'
import { useDraft, useFrame } from './use-draft.ts'
import { useNextError } from './use-next-error.ts'
import { later } from '../../../later.tsx'

const ListingHtmlField = later(async () => ({
  default: (await import('../../../parts/listing-html-field.tsx')).ListingHtmlField,
}))
const WritingHelp = later(async () => ({
  default: (await import('../writing/writing-help.tsx')).WritingHelp,
}))
const Variants = later(async () => ({ default: (await import('../variants/variants.tsx')).Variants }))

/** Channel with cash on delivery as a choice of the listing. */
const withCashOnDelivery = 5

/** The first step: all that is the same in every shop. */
export function ProductForm() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const { field }: { field?: string } = useSearch({ strict: false })
  useEffect(() => {
    if (field === undefined) return
    draft.leaveAll([field])
    focusField(field)
  }, [draft, field])
  useNextError()
  return (
    <div className={styles['columns']} data-with-panel="">
      <DoctorPanel />
      {/* Leaving any field saves. */}
      <div className={styles['fields']} onBlur={() => void draft.save()}>
        <section className={styles['section']}>
          <DraftText field="name" label={t('templates.field.name')} maxLength={1000} />
          <Counter of="name" />
        </section>
        <TemplatePhotos />
        <section className={styles['section']}>
          <ShortDescription />
          <Counter of="short" />
        </section>
        <section className={styles['section']}>
          <Suspense fallback={<Skeleton width="100%" height={180} />}>
            <Description />
          </Suspense>
          <Counter of="description" />
        </section>
        <Suspense fallback={null}>
          <WritingHelp />
        </Suspense>
        <Suspense fallback={<Skeleton width="100%" height={160} />}>
          <Variants />
        </Suspense>
        <section className={styles['section']} aria-label={t('templates.package')}>
          <h2>{t('templates.package')}</h2>
          <div className={styles['sizes']}>
            <DraftNumber field="package_weight" label={t('templates.field.package_weight')} unit="kg" />
            <DraftNumber field="package_length" label={t('templates.field.package_length')} unit="cm" />
            <DraftNumber field="package_width" label={t('templates.field.package_width')} unit="cm" />
            <DraftNumber field="package_height" label={t('templates.field.package_height')} unit="cm" />
          </div>
        </section>
        <section className={styles['section']} aria-label={t('templates.codes')}>
          <h2>{t('templates.codes')}</h2>
          <div className={styles['pair']}>
            <DraftText
              field="product_sku"
              label={t('templates.field.product_sku')}
              maxLength={255}
              optional
            />
            <DraftText
              field="product_sku_name"
              label={t('templates.field.product_sku_name')}
              maxLength={1000}
              optional
            />
          </div>
          <OwnCategory />
          <CashOnDelivery />
        </section>
        <TemplateChannels />
      </div>
    </div>
  )
}

function ShortDescription() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const value = useDraft(({ content }) => content.short_description)
  return (
    <TextArea
      label={t('templates.field.short_description')}
      data-field="short_description"
      rows={2}
      maxLength={5000}
      value={value}
      error={useFieldError('short_description')}
      onChange={(event) =>
        draft.change({ short_description: event.currentTarget.value }, 'short_description')
      }
      onBlur={() => draft.leave('short_description')}
    />
  )
}

function Description() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const value = useDraft(({ content }) => content.long_description)
  const errors = [useFieldError('long_description'), useFieldError('long_description_content')]
  const revision = useDraft((state) => state.revision)
  return (
    <div
      data-field="long_description"
      onBlur={() => {
        draft.leave('long_description')
        draft.leave('long_description_content')
      }}
    >
      <ListingHtmlField
        key={revision}
        label={t('templates.field.long_description')}
        initial={value}
        error={errors.find(Boolean)}
        onChange={(html) => {
          if (html === draft.get().content.long_description) return
          draft.change({ long_description: html }, 'long_description')
        }}
      />
    </div>
  )
}

function CashOnDelivery() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const isOffered = useDraft(({ content }) => content.platform_ids.includes(withCashOnDelivery))
  const isOn = useDraft(({ content }) => content.is_cod_allowed === 1)
  if (!isOffered) return null
  return (
    <label>
      <input
        type="checkbox"
        data-field="is_cod_allowed"
        checked={isOn}
        onChange={(event) => draft.change({ is_cod_allowed: event.currentTarget.checked ? 1 : 0 })}
      />{' '}
      {t('templates.field.is_cod_allowed')}
    </label>
  )
}
