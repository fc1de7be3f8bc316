/** Panels, menus and dialogs. The frame loads them behind the first page, so that they open at once, and without a network. */
export const loadPanels = () => import('./library-panels.tsx')
