// A component that is drawn again only when its properties differ (preact/compat is not loaded).
import { Component, h, type ComponentChild, type FunctionComponent } from "preact";

export function memo<P extends object>(
  draw: FunctionComponent<P>,
  same: (before: P, now: P) => boolean = shallowlySame,
): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !same(this.props, next);
    }

    override render(): ComponentChild {
      return h(draw, this.props);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}

function shallowlySame<P extends object>(before: P, now: P): boolean {
  const keys = Object.keys(now) as (keyof P)[];
  return keys.length === Object.keys(before).length && keys.every((key) => before[key] === now[key]);
}
