/// <reference types="vite/client" />

/** Made by scripts/split-texts.ts out of the locale files and web/text-areas.ts. */
declare module 'virtual:texts' {
  type Load = () => Promise<{ default: Record<string, unknown> }>
  export const textFiles: Record<
    import('../model/language.ts').Language,
    Record<import('./text-areas.ts').TextArea, Load>
  >
}
