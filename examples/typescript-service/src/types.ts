/** The vocabulary of the service. Types only: nothing here exists at run time. */

export interface Delivery {
  /** The sender's own id: the same one is never kept twice. */
  id: string;
  source: string;
  /** ISO 8601, in UTC. */
  receivedAt: string;
  body: unknown;
}

export interface Store {
  /** False when a delivery of this source and id is there already. */
  add(delivery: Delivery): Promise<boolean>;
  /** The latest first. */
  latest(count: number): Delivery[];
}

export interface AppOptions {
  store: Store;
  secret: string;
  now: () => Date;
}
