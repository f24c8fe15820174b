// The sign of the house: a disc that is being turned over, half slate and half ivory.
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle class="mark-light" cx="16" cy="16" r="13" />
      <path class="mark-dark" d="M6.800 25.200A13 13 0 0 1 25.200 6.800C19 9 22 14 16 16s-3 7-9.200 9.200Z" />
    </svg>
  );
}
