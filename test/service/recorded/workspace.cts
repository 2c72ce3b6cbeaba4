import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { providers } from '../providers.cjs';
import type { Values } from '../schema.cjs';
import { startService, type Service } from '../server.cjs';
import { createStoredPost, createStableId, type Channel, type StoredPost } from '../state.cjs';
import { Placeholders } from './placeholders.cjs';

const FOLDER = resolve(__dirname, '../../fixtures/recorded');
/** The day on which the answers were recorded. */
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
/** What the recorded answers tell about posts whose creation was not recorded. */
const PUBLISHED = {
	'post-pub-1': { channelId: 'ch-x', publishDate: '2026-11-18T16:30:00.000Z' },
	'post-pub-2': { channelId: 'ch-linkedin', publishDate: '2026-11-19T16:30:00.000Z' },
	'post-pub-3': { channelId: 'ch-threads', publishDate: '2026-11-20T16:30:00.000Z' },
};

interface Row {
	id: string;
	name: string;
	identifier: string;
	picture: string;
	disabled: boolean;
	profile: string;
	customer?: { id: string; name: string };
}

/** A call and its answer. */
export interface Call {
	title: string;
	request: { method: string; path: string; body?: unknown; auth?: string; as?: 'JSON' | 'form' };
	response: { status: number; headers?: Record<string, string>; body: unknown };
	note?: string;
}

/** The cases of a recorded file. */
export const readCases = <Case,>(file: string): Case[] =>
	(JSON.parse(readFileSync(resolve(FOLDER, file), 'utf8')) as { cases: Case[] }).cases;

const getResponse = <Body,>(title: string): Body =>
	readCases<Call>('reading.json').find((entry) => entry.title === title)!.response.body as Body;

/** The networks at the time; the list of channels lacks one. */
export const recordedNetworks = new Set([
	...getResponse<Row[]>('channels').map(({ identifier }) => identifier),
	'vk',
]);

/** A running service and the values that placeholders stand for. */
export interface Replay {
	service: Service;
	placeholders: Placeholders;
}

function createChannel(row: Row, frontend: string): Channel {
	return {
		id: row.id,
		name: row.name,
		identifier: row.identifier,
		picture: row.picture.replace('<frontend>', frontend),
		profile: row.profile,
		disabled: row.disabled,
		disconnected: row.id.endsWith('-stale'),
		deleted: false,
		verified: row.id.endsWith('-verified'),
		customerId: row.customer?.id ?? null,
		accessToken: `network-token-of-${row.id}`,
		schedule: ['09:00'],
	};
}

function createPublishedPost(
	id: string,
	{ channelId, publishDate }: { channelId: string; publishDate: string },
	channels: Channel[],
): StoredPost {
	const channel = channels.find((entry) => entry.id === channelId)!;
	return createStoredPost(id, channel, {
		group: createStableId(id),
		state: 'PUBLISHED',
		publishDate,
		createdAt: '2026-11-01T00:00:00.000Z',
		parts: [{ id, content: 'Tea', image: [], delay: 0, published: 'Tea' }],
		releaseURL: `https://${channel.identifier}.example/${id}`,
		releaseId: id,
		publications: 1,
	});
}

/** As many as the recorded page counts, with those that it shows first. */
function readNotifications() {
	const page = getResponse<{ notifications: Array<Values & { id: string }>; total: number }>(
		'notifications, first page (three rows of it shown)',
	);
	const shown = page.notifications.map(({ id, content }) => ({ id, content: String(content) }));
	const others = Array.from({ length: page.total - shown.length }, (_, index) => ({
		id: `notif-${index + 100}`,
		content: `Notification number ${index + 100}`,
	}));
	const createdAt = new Date(NOW).toISOString();
	return [...shown, ...others].map((entry) => ({ ...entry, link: null, createdAt }));
}

/**
 * Starts a service with the workspace of the recorded answers. It has a channel of every network;
 * `onlyListed` leaves out the one that the recorded list of channels lacks.
 */
export async function openReplay({ onlyListed = false } = {}): Promise<Replay> {
	const service = await startService({
		showsUploads: true,
		hourlyLimit: 10_000,
		now: () => NOW,
		// The recorded instance had no access to a network.
		resolveHost: async () => [],
	});
	const { state, frontendUrl } = service;
	const channels = getResponse<Row[]>('channels').map((row) => createChannel(row, frontendUrl));
	const missing = Object.keys(providers).filter(
		(identifier) =>
			identifier !== 'warpcast' && !channels.some((channel) => channel.identifier === identifier),
	);
	if (!onlyListed)
		channels.push(
			...missing.map((identifier) => ({
				...channels[0],
				id: `ch-${identifier}`,
				name: providers[identifier].name,
				identifier,
			})),
		);
	Object.assign(state, {
		organizationId: 'org-main',
		paymentCustomerId: null,
		channels,
		groups: getResponse('groups'),
		tags: [{ id: 'tag-launch', name: 'launch', color: '#c2410c' }],
		posts: Object.entries(PUBLISHED).map(([id, more]) => createPublishedPost(id, more, channels)),
		notifications: readNotifications(),
		videoGenerators: [],
	});
	state.oauthApp.redirectUrl = 'https://app.example/callback';
	const placeholders = new Placeholders({
		'<frontend>': frontendUrl,
		'<host>': service.apiUrl,
		'<key>': service.apiKey,
		'<client id>': service.oauthApp.clientId,
		'<secret>': service.oauthApp.clientSecret,
	});
	return { service, placeholders };
}
