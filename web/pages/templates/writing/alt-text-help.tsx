import { useTranslation } from 'react-i18next'
import page from '../template-page.module.css'
import { SuggestCards } from './suggest-cards.tsx'
import { useWritingHelp } from './use-writing-help.ts'

type Props = { labelOf: (url: string) => string; onUse: (url: string, alt: string) => void }

/** Suggests alternative texts out of the photos, each beside the one that is there. */
export function AltTextHelp({ labelOf, onUse }: Props) {
  const { t } = useTranslation()
  const { isOn } = useWritingHelp()
  if (!isOn) return null
  return (
    <div>
      <SuggestCards
        asked={{ task: 'alt_texts' }}
        button={t('templates.suggestAltTexts')}
        note={<span className={page['muted']}>{t('templates.suggestAltTextsText')}</span>}
        cardsOf={({ alt_texts: texts }) =>
          texts.map(({ image_url: url, before, after }) => ({
            id: url,
            label: labelOf(url),
            before,
            after,
            onUse: () => onUse(url, after),
          }))
        }
      />
    </div>
  )
}
