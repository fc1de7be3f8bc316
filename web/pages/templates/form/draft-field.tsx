import type { ComponentProps, ReactNode } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import { NumberText } from './number-text.tsx'
import { useDraft, useFieldProblem, useFrame } from './use-draft.ts'
import { useProblemText } from './use-problem-text.ts'

type TextKey = 'name' | 'short_description' | 'product_sku' | 'product_sku_name'
type NumberKey = 'package_length' | 'package_width' | 'package_height' | 'package_weight'

type TextProps = { field: TextKey; label: string; help?: string; maxLength: number; optional?: boolean }

/** A text of the template. It reads and writes its own part of the draft alone. */
export function DraftText({ field, ...more }: TextProps) {
  const { draft, isReadOnly } = useFrame()
  const value = useDraft((state) => state.content[field])
  return (
    <TextField
      {...more}
      data-field={field}
      autoComplete="off"
      disabled={isReadOnly}
      value={value}
      error={useFieldError(field)}
      onChange={(event) => draft.change({ [field]: event.currentTarget.value }, field)}
      onBlur={() => draft.leave(field)}
    />
  )
}

type NumberProps = { field: NumberKey; label: string; unit?: ReactNode; help?: string }

export function DraftNumber({ field, ...more }: NumberProps) {
  const { draft, isReadOnly } = useFrame()
  const value = useDraft((state) => state.content[field])
  const error = useFieldError(field)
  return (
    <NumberText value={value} isMeasure onChange={(next) => draft.change({ [field]: next }, field)}>
      {(input: Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'>) => (
        <TextField
          {...more}
          {...input}
          data-field={field}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          optional
          disabled={isReadOnly}
          error={error}
          onBlur={(event) => {
            input.onBlur?.(event)
            draft.leave(field)
          }}
        />
      )}
    </NumberText>
  )
}

/** Message about a field, once it was left. */
export function useFieldError(path: string): string | undefined {
  const problem = useFieldProblem(path)
  const problemText = useProblemText()
  return problem && problemText(problem)
}
