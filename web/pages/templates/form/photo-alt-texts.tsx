import { useTranslation } from 'react-i18next'
import { mostAltText, takesAltTexts } from '../../../../model/alt-texts.ts'
import { TextField } from '../../../ui/text-field.tsx'
import page from '../template-page.module.css'
import { AltTextHelp } from '../writing/alt-text-help.tsx'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { useDraft, useFrame } from './use-draft.ts'

/** Alternative texts of the shared photos, where a chosen channel takes them. */
export function AltTexts() {
  const { t } = useTranslation()
  const { draft, isReadOnly } = useFrame()
  const nameOf = useChannelNames()
  const images = useDraft(({ content }) => content.images)
  const platformIds = useDraft(({ content }) => content.platform_ids)
  const takers = platformIds.filter(takesAltTexts)
  if (takers.length === 0 || images.length === 0) return null
  const put = (url: string, alt: string, mark?: string) =>
    draft.change({ images: images.map((one) => (one.image_url === url ? { ...one, alt } : one)) }, mark)
  return (
    <details className={page['section']}>
      <summary>{t('templates.altTexts')}</summary>
      <div className={page['section']}>
        <p className={page['muted']}>
          {t('templates.altTextsFor', { channels: takers.map(nameOf).join(', ') })}
        </p>
        {images.map(({ image_url: url, alt = '' }, at) => (
          <TextField
            key={url}
            label={t('templates.altTextOf', { at: at + 1 })}
            data-field={`images.${at}.alt`}
            autoComplete="off"
            optional
            disabled={isReadOnly}
            maxLength={mostAltText}
            value={alt}
            onChange={(event) => put(url, event.currentTarget.value, `images.${at}.alt`)}
            onBlur={() => draft.leave(`images.${at}.alt`)}
          />
        ))}
        <AltTextHelp
          labelOf={(url) =>
            t('templates.altTextOf', { at: images.findIndex((one) => one.image_url === url) + 1 })
          }
          onUse={(url, alt) => {
            put(url, alt)
            void draft.save()
          }}
        />
      </div>
    </details>
  )
}
