import { notFound, rootRouteId, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'

type Props<Row> = {
  /** All there are, as soon as they are known. */
  rows: Row[] | undefined
  /** Id from the address; none means a new row. */
  id: string | undefined
  /** Title of a new row; any other row shows its name. */
  title: string
  /** The list that it lies over. */
  list: string
  form: (row: Row | undefined) => ReactNode
  /** Buttons for a row that exists. */
  actions: (row: Row) => ReactNode
}

/** One row of a setting's list, or a new one. */
export function SettingDrawer<Row extends { id: number; name: string }>(props: Props<Row>) {
  const { rows, id, title, list, form, actions } = props
  const navigate = useNavigate()
  const isNew = id === undefined
  const row = rows?.find((one) => one.id === Number(id))

  if (!isNew && rows && !row) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={<h2>{isNew ? title : (row?.name ?? <Skeleton width={160} height={18} />)}</h2>}
      onClose={() => void navigate({ to: list })}
    >
      {(isNew || row) && <Card key={row?.id ?? 'new'}>{form(row)}</Card>}
      {row && actions(row)}
    </DrawerFrame>
  )
}
