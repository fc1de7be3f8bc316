import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forbiddenKeyOf } from '../../../model/forbidden-words.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { count } from '../../parts/figures.ts'
import { ListPager } from '../../parts/list/list-pager.tsx'
import { defaultPageSize } from '../../parts/list/page-size.ts'
import type { ForbiddenWords, SavedWord } from '../../parts/queries/forbidden-word-queries.ts'
import { useChannelNames } from '../../parts/use-channel-names.ts'
import { When } from '../../parts/when.tsx'
import list from '../../parts/settings/kept-list.module.css'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSaveWords } from './use-save-words.ts'

/** All words by name, with their channels and with who wrote each and when. */
export function WordList({ saved }: { saved: ForbiddenWords }) {
  const { t } = useTranslation()
  const names = useChannelNames()
  const [keyword, setKeyword] = useState('')
  const [{ page, limit }, setPaging] = useState({ page: 1, limit: defaultPageSize })
  const [asked, setAsked] = useState<SavedWord | null>(null)
  const found = saved.words.filter(({ word }) => forbiddenKeyOf(word).includes(forbiddenKeyOf(keyword)))
  const pages = Math.max(1, Math.ceil(found.length / limit))
  const shown = Math.min(page, pages)
  const rows = found.slice((shown - 1) * limit, shown * limit)
  return (
    <section className={list['card']} aria-labelledby="words">
      <div className={list['head']}>
        <h2 id="words">{t('words.list')}</h2>
        <span className={list['muted']}>
          {t('words.count', { count: found.length, figure: count(found.length) })}
        </span>
        {saved.words.length > limit && (
          <TextField
            label={t('words.search')}
            isLabelHidden
            placeholder={t('words.search')}
            type="search"
            value={keyword}
            onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          title={t(keyword ? 'words.notFound' : 'words.none')}
          text={keyword ? undefined : t('words.noneText')}
        />
      ) : (
        <table className={list['table']}>
          <thead>
            <tr>
              <th scope="col">{t('words.word')}</th>
              <th scope="col">{t('words.channel')}</th>
              <th scope="col">{t('words.changed')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('words.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.word}>
                <th scope="row">{one.word}</th>
                <td>{one.platform_ids.map(names).join(', ') || t('words.allChannels')}</td>
                <td>
                  {one.changed_by} <When at={one.changed_at} />
                </td>
                <td className={list['buttons']}>
                  <IconButton label={t('words.remove', { word: one.word })} onClick={() => setAsked(one)}>
                    <Trash2 size={16} aria-hidden="true" />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.length > rows.length && (
        <ListPager
          pagination={{
            current_page: shown,
            total_pages: pages,
            total: found.length,
            per_page: limit,
            count: rows.length,
          }}
          size={limit}
          onChange={(next) => setPaging({ page: next.page ?? 1, limit: next.limit ?? limit })}
        />
      )}
      {asked && <RemoveWord key={asked.word} saved={saved} word={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

type RemoveProps = { saved: ForbiddenWords; word: SavedWord; onClose: () => void }

function RemoveWord({ saved, word: { word }, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const messageOf = useErrorMessage()
  const { save, error, isSaving } = useSaveWords(saved)
  const onSuccess = () => {
    onClose()
    showToast({ tone: 'success', message: t('words.removed', { word }) })
  }
  return (
    <ConfirmDialog
      opened
      title={t('words.removeTitle', { word })}
      confirm={t('words.removeButton')}
      variant="danger"
      busy={isSaving}
      error={error && messageOf(error)}
      onClose={onClose}
      onConfirm={() =>
        save(
          saved.words.filter((one) => one.word !== word),
          { onSuccess },
        )
      }
    >
      {t('words.removeText')}
    </ConfirmDialog>
  )
}
