import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { listingHtml } from '../../model/listing-html.ts'
import { RichTextField } from '../ui/rich-text-field.tsx'

/** Formatted text of a listing or template, of which only what channels take is kept. */
export function ListingHtmlField(props: Omit<ComponentProps<typeof RichTextField>, 'labels' | 'clean'>) {
  const { t } = useTranslation()
  const labels = {
    format: t('listingEdit.format'),
    bold: t('listingEdit.bold'),
    italic: t('listingEdit.italic'),
    underline: t('listingEdit.underline'),
    bullets: t('listingEdit.bullets'),
    numbers: t('listingEdit.numbers'),
  }
  return <RichTextField {...props} labels={labels} clean={listingHtml} />
}
