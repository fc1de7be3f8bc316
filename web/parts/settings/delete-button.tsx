import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useErrorMessage } from '../error-message.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'

type Props = {
  /** Label of the button, here and in the dialog. */
  label: string
  /** Names the thing. */
  title: string
  /** The consequence. */
  text: string
  /** The list it is gone from. */
  list: string
  listKey: QueryKey
  /** Deletes it; resolves with the message that is shown afterwards. */
  remove: () => Promise<string>
}

/** Deletes what a setting drawer shows. */
export function DeleteButton({ label, title, text, list, listKey, remove }: Props) {
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: remove,
    onSuccess: async (message) => {
      // Away from it first, as it is not found any more.
      await navigate({ to: list, replace: true, ignoreBlocker: true })
      showToast({ tone: 'success', message })
      await queries.invalidateQueries({ queryKey: listKey })
    },
  })
  return (
    <>
      <Button
        onClick={() => {
          reset()
          setAsking(true)
        }}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={title}
        confirm={label}
        variant="danger"
        busy={isPending}
        error={error && errorMessage(error)}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  )
}
