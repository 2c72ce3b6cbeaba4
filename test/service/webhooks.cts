import type { Channel, Webhook, Workspace } from './state.cjs';

const TIMEOUT_MS = 10_000;

/** A call that was made, and how it ended: the answer's status, or what went wrong. */
interface WebhookDelivery {
	url: string;
	body: unknown;
	outcome: number | string;
}
export type Webhooks = ReturnType<typeof createWebhooks>;

const madeUpPost = (providerIdentifier: string) => ({
	id: 'cm6tcts4f0005qcwit25cis26',
	content: 'A test of this webhook',
	publishDate: '2025-02-06T13:09:00.000Z',
	releaseURL: `https://${providerIdentifier}.example/test`,
	state: 'PUBLISHED',
	integration: {
		id: 'cm6s4uyou0001i2r47pxix6z1',
		name: 'Test channel',
		providerIdentifier,
		picture: 'https://media.example/test.png',
		type: 'social',
	},
});

/** The calls to the webhooks. They carry an empty list, a known defect of the service. */
export function createWebhooks() {
	const underWay = new Set<Promise<unknown>>();
	const deliveries: WebhookDelivery[] = [];
	let ending = new AbortController();

	async function call({ url }: Webhook, body: unknown): Promise<WebhookDelivery> {
		const outcome = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal: AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
		}).then(
			({ status }) => status,
			(error: Error) => error.message,
		);
		const delivery = { url, body, outcome };
		deliveries.push(delivery);
		return delivery;
	}

	function track(webhook: Webhook, body: unknown) {
		const promise = call(webhook, body).finally(() => underWay.delete(promise));
		underWay.add(promise);
		return promise;
	}

	return {
		/** Calls those who want to know that a post of a channel was just published. */
		announce({ webhooks }: Workspace, { id }: Channel) {
			for (const webhook of webhooks) {
				const { channelIds } = webhook;
				if (channelIds.length === 0 || channelIds.includes(id)) void track(webhook, []);
			}
		},
		/** Does what the button Send Test does: sends two made-up posts. */
		sendTest: (webhook: Webhook) =>
			track(webhook, [madeUpPost('instagram'), madeUpPost('facebook')]),
		/** Resolves once no call is under way. */
		async settled() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
		/** In the order in which they ended. */
		deliveries,
		/** Ends the calls that are under way. */
		end() {
			ending.abort();
			ending = new AbortController();
		},
	};
}
