import { pictureOf } from './channels.cjs';
import type { Channel, StoredPost, Webhook, Workspace } from './state.cjs';

const TIMEOUT_MS = 10_000;

/** A call that was made, and how it ended: the answer's status, or what went wrong. */
export interface WebhookDelivery {
	url: string;
	body: unknown;
	outcome: number | string;
}
export interface Webhooks {
	/** Calls those who want to know of a post that was just published. */
	announce(workspace: Workspace, post: StoredPost, channel: Channel): void;
	/** Does what the button Send Test does: sends two made-up posts. */
	sendTest(webhook: Webhook): Promise<WebhookDelivery>;
	/** Resolves once no call is under way. */
	settled(): Promise<void>;
	/** In the order in which they ended. */
	deliveries: WebhookDelivery[];
	/** Ends the calls that are under way. */
	end(): void;
}

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

/**
 * The calls to the webhooks. They carry an empty list, a known defect of the service, unless
 * `sendsPosts` is set, as for a repaired one.
 */
export function createWebhooks(
	origin: () => string,
	{ sendsPosts }: { sendsPosts: boolean },
): Webhooks {
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

	const describePost = (post: StoredPost, channel: Channel) => ({
		id: post.id,
		content: post.parts[0].content,
		publishDate: post.publishDate,
		releaseURL: post.releaseURL,
		state: post.state,
		integration: {
			id: channel.id,
			name: channel.name,
			providerIdentifier: channel.identifier,
			picture: pictureOf({ origin }, channel),
			type: 'social',
		},
	});

	return {
		announce({ webhooks }, post, channel) {
			for (const webhook of webhooks) {
				const { channelIds } = webhook;
				if (channelIds.length > 0 && !channelIds.includes(channel.id)) continue;
				void track(webhook, sendsPosts ? [describePost(post, channel)] : []);
			}
		},
		sendTest: (webhook) => track(webhook, [madeUpPost('instagram'), madeUpPost('facebook')]),
		async settled() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
		deliveries,
		end() {
			ending.abort();
			ending = new AbortController();
		},
	};
}
