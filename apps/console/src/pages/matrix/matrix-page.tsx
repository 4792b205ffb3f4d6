export default function MatrixPage() {
  return <h1>Matrix</h1>
}
