/** The stand-in service in a process of its own, so that its memory is not counted as the node's. */
import { channelOf } from '../service/client.cjs';
import { startService, type Service } from '../service/server.cjs';

const CHANNELS = ['x', 'linkedin', 'bluesky'];

/** What the service says once it runs. */
export interface ServiceAddress {
	host: string;
	apiKey: string;
	/** A channel's ID by network. */
	channels: Record<string, string>;
}

/** How many requests came since it was asked last, and how much of the last file. */
export interface ServiceCount {
	uploads: number;
	posts: number;
	others: number;
	lastSize?: number;
}

async function main(): Promise<void> {
	const service = await startService({ hourlyLimit: Infinity });
	const address: ServiceAddress = {
		host: service.apiUrl,
		apiKey: service.apiKey,
		channels: Object.fromEntries(CHANNELS.map((name) => [name, channelOf(service, name)])),
	};
	process.on('message', () => process.send!(count(service)));
	process.once('disconnect', () => void service.close());
	process.send!(address);
}

function count(service: Service): ServiceCount {
	const { requests, state } = service;
	const to = (path: string) => requests.filter((request) => request.path.endsWith(path)).length;
	const [uploads, posts] = [to('/upload'), to('/posts')];
	const counted: ServiceCount = {
		uploads,
		posts,
		others: requests.length - uploads - posts,
		lastSize: state.media.at(-1)?.size,
	};
	service.reset();
	return counted;
}

void main();
