/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Names the sources of the print agent that was packed with these pages. */
  readonly VITE_PRINT_AGENT: string
}
