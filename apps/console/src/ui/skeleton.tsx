/** Shows gray bars until a reply arrives. Screen readers announce the text. */
export function Skeleton({ text }: { readonly text: string }) {
  return (
    <div class="skeleton">
      <p class="said" role="status">
        <span class="spinner" aria-hidden="true" /> {text}
      </p>
      {[0, 1].map((row) => (
        <div key={row} class="card" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
