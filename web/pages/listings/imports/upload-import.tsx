import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportKind, importMostBytes } from '../../../../model/import.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { importsKey } from '../../../parts/queries/import-queries.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './imports.module.css'

/** Chooses a file and opens its check. */
export function UploadImport({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: (file: File) => {
      // The server would say so too, once megabytes of it were sent.
      if (file.size > importMostBytes) {
        const text = t('imports.fileTooLarge', { limit: importMostBytes / 2 ** 20 })
        throw new ApiError({ status: 422, code: 'validation_failed', fields: { file: text } })
      }
      const form = new FormData()
      form.append('file', file)
      return kind === 'templates'
        ? api('POST /imports/templates', { form })
        : api('POST /imports/products', { form })
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: importsKey })
      await navigate({ to: paths.import(data.id) })
    },
  })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const field = event.currentTarget
    const [file] = field.files ?? []
    if (file) upload.mutate(file)
    // The same file may be chosen again after it was mended.
    field.value = ''
  }

  const refused = upload.error instanceof ApiError ? upload.error.fields['file'] : undefined
  return (
    <div className={styles['upload']}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('imports.choose')}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={choose}
      />
      <Button
        variant="primary"
        icon={<Upload size={15} aria-hidden="true" />}
        busy={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {t('imports.choose')}
      </Button>
      {upload.error && (
        <p className={styles['error']} role="alert">
          {refused ?? errorMessage(upload.error)}
        </p>
      )}
    </div>
  )
}
