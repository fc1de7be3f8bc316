import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from './arrange-button.module.css'
import type { HomeCard, HomeCards } from './home-cards.ts'

const titles = {
  revenue: 'home.revenue',
  topProducts: 'home.topProducts',
  anomalies: 'home.unusual',
  couriers: 'home.couriers',
  newest: 'home.newest',
  shops: 'home.shops',
} as const satisfies Record<HomeCard, string>

type Props = { cards: HomeCards; isOffered: (card: HomeCard) => boolean }

/** Hides and moves the cards of home that the reader may see at all. */
export function ArrangeButton({ cards, isOffered }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      padding={12}
      label={t('home.arrange')}
      button={
        <Button size="small" icon={<SlidersHorizontal size={15} aria-hidden="true" />}>
          {t('home.arrange')}
        </Button>
      }
    >
      {(['sold', 'came'] as const).map((column) => (
        <CardList key={column} shown={cards.ordered(column).filter(isOffered)} cards={cards} />
      ))}
      {cards.isChanged && (
        <Button variant="quiet" size="small" onClick={cards.reset}>
          {t('home.arrangeReset')}
        </Button>
      )}
    </Popover>
  )
}

function CardList({ shown, cards }: { shown: HomeCard[]; cards: HomeCards }) {
  const { t } = useTranslation()
  return (
    <ul className={styles['list']}>
      {shown.map((card, at) => {
        const name = t(titles[card])
        return (
          <li key={card}>
            <label>
              <input
                type="checkbox"
                checked={!cards.isHidden(card)}
                onChange={(event) => cards.show(card, event.currentTarget.checked)}
              />
              {name}
            </label>
            <IconButton
              label={t('home.moveUp', { name })}
              disabled={at === 0}
              onClick={() => cards.move(card, -1)}
            >
              <ArrowUp size={14} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('home.moveDown', { name })}
              disabled={at === shown.length - 1}
              onClick={() => cards.move(card, 1)}
            >
              <ArrowDown size={14} aria-hidden="true" />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
