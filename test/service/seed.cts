import { getProviders } from './providers.cjs';
import type { Release } from './releases/release.cjs';
import {
	createStoredPost,
	createSecret,
	createStableId,
	type Channel,
	type ServiceState,
	type StoredPost,
	type Workspace,
} from './state.cjs';
import { getTools } from './seedTools.cjs';
import { HOUR } from '../shared/time.cjs';

const COFFEE = { id: createStableId('group-coffee'), name: 'Acme Coffee' };
const ROASTERS = { id: createStableId('group-roasters'), name: 'Acme Roasters' };
const WITH_TWO_CHANNELS = ['x', 'linkedin', 'facebook', 'instagram'];
const WITHOUT_GROUP = ['nostr', 'medium', 'devto'];
const TAGS = { Launch: '#c2410c', Coffee: '#78350f', Weekly: '#0f766e', Event: '#4338ca' };
const NOTIFICATIONS = 130;
const NOTIFICATION_EVERY_MS = HOUR;
const FIRST_NOTIFICATION = Date.parse('2026-08-01T08:00:00.000Z');

function createChannel(identifier: string, more: Partial<Channel> = {}): Channel {
	const name = more.name ?? 'Acme Coffee';
	return {
		id: createStableId(`${identifier}-${name}`),
		name,
		identifier,
		profile: name.toLowerCase().replace(/[^a-z]/g, ''),
		disabled: false,
		disconnected: false,
		deleted: false,
		verified: false,
		customerId: WITHOUT_GROUP.includes(identifier) ? null : COFFEE.id,
		accessToken: `network-token-of-${identifier}`,
		schedule: ['09:00', '15:00'],
		...more,
	};
}

function seedChannels(release: Release): Channel[] {
	// A running instance calls Farcaster `wrapcast`; no channel has the name of the reference.
	const identifiers = Object.keys(getProviders(release)).filter(
		(identifier) => identifier !== 'warpcast',
	);
	const ownNames: Record<string, string> = { bluesky: 'acme-coffee.bsky.social' };
	return [
		...identifiers.map((identifier) =>
			createChannel(identifier, ownNames[identifier] ? { name: ownNames[identifier] } : {}),
		),
		...WITH_TWO_CHANNELS.map((identifier) =>
			createChannel(identifier, {
				name: 'Acme Roasters',
				customerId: ROASTERS.id,
				verified: identifier === 'x',
			}),
		),
		createChannel('mastodon', { name: 'Acme Coffee Archive', disabled: true }),
	];
}

function seedNotifications() {
	return Array.from({ length: NOTIFICATIONS }, (_, index) => ({
		id: createStableId(`notification-${index}`),
		content: `Your post number ${NOTIFICATIONS - index} has been published`,
		link: index % 2 ? null : `https://social.example/acmecoffee/${NOTIFICATIONS - index}`,
		createdAt: new Date(
			FIRST_NOTIFICATION + (NOTIFICATIONS - index) * NOTIFICATION_EVERY_MS,
		).toISOString(),
	}));
}

function createOtherPost(channel: Channel, more: Partial<StoredPost>): StoredPost {
	const id = createStableId(`beta-${more.state ?? 'QUEUE'}`);
	const content = 'Green tea is in';
	return createStoredPost(id, channel, {
		group: createStableId(`group-of-${id}`),
		publishDate: '2099-06-01T10:00:00.000Z',
		createdAt: '2026-08-01T08:00:00.000Z',
		creationMethod: 'WEB',
		parts: [{ id, content, image: [], delay: 0, published: content }],
		...more,
	});
}

/** Another workspace on the same instance, with a channel, a queued and a published post. */
function createOtherWorkspace(apiKey: string): Workspace {
	const bluesky = createChannel('bluesky', {
		name: 'beta-tea.bsky.social',
		customerId: null,
	});
	return {
		apiKey,
		organizationId: createStableId('organization-beta'),
		paymentCustomerId: 'cus_betatea',
		tokens: [],
		groups: [],
		channels: [bluesky],
		tags: [{ id: createStableId('tag-beta'), name: 'Tea', color: '#166534' }],
		posts: [
			createOtherPost(bluesky, {}),
			createOtherPost(bluesky, {
				state: 'PUBLISHED',
				publishDate: '2026-08-02T10:00:00.000Z',
				releaseURL: 'https://bluesky.example/beta',
				releaseId: 'beta',
				publications: 1,
			}),
		],
		media: [],
		notifications: [],
	};
}

type Access = Pick<ServiceState, 'apiKey' | 'oauthApp'> & { otherWorkspaceKey: string };

/** A new workspace of Acme Coffee, with the given keys and OAuth app, which survive a reset. */
export function createSeed(access: Access, release: Release): ServiceState {
	return {
		apiKey: access.apiKey,
		organizationId: createStableId('organization'),
		paymentCustomerId: 'cus_acmecoffee',
		oauthApp: { ...access.oauthApp },
		codes: [],
		tokens: [],
		groups: [COFFEE, ROASTERS].map((entry) => ({ ...entry })),
		channels: seedChannels(release),
		tags: Object.entries(TAGS).map(([name, color]) => ({
			id: createStableId(`tag-${name}`),
			name,
			color,
		})),
		posts: [],
		media: [],
		notifications: seedNotifications(),
		otherWorkspace: createOtherWorkspace(access.otherWorkspaceKey),
		tools: getTools(release),
		unwritable: null,
		videoCredits: 5,
		videoGenerators: ['image-text-slides', 'veo3'],
		voices: [
			{ id: 'voice-amber', name: 'Amber' },
			{ id: 'voice-cedar', name: 'Cedar' },
		],
	};
}

/** New API keys and an OAuth app. */
export function createAccess(): Access {
	return {
		apiKey: createSecret(''),
		otherWorkspaceKey: createSecret(''),
		oauthApp: {
			name: 'Automation',
			clientId: createSecret('pca_'),
			clientSecret: createSecret('pcs_'),
			redirectUrl: null,
		},
	};
}
