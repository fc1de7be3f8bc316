import { useTranslation } from 'react-i18next'
import type { TemplateStatus, UploadStatus } from '../../../model/product-template.ts'
import { Pill, type PillHue } from '../../ui/pill.tsx'

const templateHues: Record<TemplateStatus, PillHue> = {
  draft: 'grey',
  ready: 'blue',
  partially_uploaded: 'amber',
  uploaded: 'green',
  failed: 'red',
}

const uploadHues: Record<UploadStatus, PillHue> = {
  not_uploaded: 'grey',
  queued: 'amber',
  uploading: 'blue',
  uploaded: 'green',
  failed: 'red',
  canceling: 'grey',
  canceled: 'grey',
  outdated: 'orange',
}

export function TemplateStatusPill({ status }: { status: string }) {
  const { t } = useTranslation()
  return (
    <Pill hue={templateHues[status as TemplateStatus]}>
      {t(`templates.status.${status as TemplateStatus}`)}
    </Pill>
  )
}

export function UploadPill({ status }: { status: string }) {
  const { t } = useTranslation()
  return (
    <Pill hue={uploadHues[status as UploadStatus]}>{t(`templates.upload.${status as UploadStatus}`)}</Pill>
  )
}
