import { noteFieldReaders } from '../fieldReaders';
import { noteOptions } from '../httpNode';
import type { Graph } from '../graph';
import { postizNode, type Plan } from '../plan';
import { rewriteReaders } from '../readers';
import { isRequestNode, readRequest, type Request } from '../request';
import { byId } from '../settings';
import { asObject, type Json, type Note, type Context, type WorkflowNode } from '../types';
import { Surroundings, type Known } from './around';
import { behindPost } from './behind';
import { channelsFor } from './channels';
import { notePublication, pageLinks } from './check';
import { postParameters, uploadParameters } from './create';
import { SERVICES } from './list';
import type { Reading, Service, ServiceNode } from './types';
import { isGiven, watch } from './values';

/** Plans the conversion of nodes that publish by other services. */
export class ServicePlanner {
	private readonly known: Known;
	/** It is known which uploads are converted. */
	private isSettled = false;
	/** Posts that a node which stays replies to, with its name. */
	private readonly repliedTo = new Map<string, string>();

	constructor(
		private readonly graph: Graph,
		private readonly context: Context,
		gone: Known['gone'],
	) {
		this.known = { graph, uploads: new Map(), videos: new Set(), posts: new Set(), gone };
		for (const node of graph.nodes) {
			const reading = this.read(node)?.reading;
			if (reading?.does === 'post') this.known.posts.add(String(node.name));
			if (reading?.does === 'upload') this.known.uploads.set(String(node.name), reading.output);
		}
		this.keepThreads();
		while (this.dropUpload());
		this.isSettled = true;
	}

	/** Leaves the post that a thread begins with where it is if its replies stay: half of it would be torn off. */
	private keepThreads(): void {
		for (const node of this.graph.nodes) {
			const { service, reading } = this.read(node) ?? {};
			if (reading?.does !== 'stays' || !isGiven(reading.repliesTo)) continue;
			const name = String(node.name);
			const tools = this.graph.toolsBeside(name).filter((tool) => {
				const beside = this.graph.node(tool);
				return beside && this.read(beside)?.service === service;
			});
			for (const post of [
				...new Surroundings(node, this.known).postsIn(reading.repliesTo),
				...tools,
			]) {
				this.repliedTo.set(post, name);
			}
		}
	}

	/** Leaves an upload where it is if a node that stays needs its ID; true if there was one. */
	private dropUpload(): boolean {
		const { uploads } = this.known;
		for (const [name, output] of uploads) {
			const reading = this.read(this.graph.node(name) as WorkflowNode)?.reading;
			if (reading?.does !== 'upload' || !reading.isOnlyId) continue;
			const { rewritten, unclear } = rewriteReaders(this.graph, new Map([[name, output]]));
			const isNeeded = [...rewritten, ...unclear].some(({ reader }) => {
				const node = this.graph.node(reader);
				return node && this.read(node)?.reading.does !== 'post';
			});
			if (isNeeded) return uploads.delete(name);
		}
		return false;
	}

	/** Looks at all nodes as they will be built: what goes to YouTube is a video elsewhere, too. */
	prepare(nodes: WorkflowNode[]): void {
		for (const node of nodes) {
			const reading = this.read(node)?.reading;
			if (reading?.does !== 'post') continue;
			const { targets, media } = reading.post;
			if (!targets.some(({ network }) => network === 'youtube')) continue;
			const around = new Surroundings(node, this.known);
			for (const one of media) this.known.videos.add(around.fileKey(one));
		}
	}

	/** How a node is to be converted; undefined if it publishes nothing by another service. */
	planFor(node: WorkflowNode): Plan | undefined {
		const found = this.read(node);
		if (!found) return undefined;
		const { service, reading } = found;
		if (reading.does === 'stays') {
			const { because } = reading;
			return {
				service: service.name,
				because,
				stays: [
					`It calls ${service.name} and was left as it is, because ${because}`,
					'Keep it, or put the Postiz node in its place by hand.',
				],
			};
		}
		return {
			service: service.name,
			output: {
				...reading.output,
				missed: [
					`The Postiz node does not return all that ${service.name} did`,
					`Change these nodes: the Postiz node returns ${reading.does === 'upload' ? 'the id and the path of the file' : 'postId, channelName and state'}.`,
				],
			},
			...(reading.does === 'post' && {
				behind: behindPost(String(node.name), reading, this.graph),
			}),
			build: (rewritten, note) => this.build(rewritten, note),
		};
	}

	private read(node: WorkflowNode): { service: Service; reading: Reading } | undefined {
		if (typeof node.type !== 'string') return undefined;
		const around = new Surroundings(node, this.known);
		const request = isRequestNode(node) ? readRequest(node) : undefined;
		for (const service of SERVICES) {
			const isOwn = isOwnType(node, service);
			if (isOwn && Object.keys(asObject(node.parameters)).length === 0) {
				return { service, reading: { does: 'stays', because: 'it has no parameters' } };
			}
			const reading = service.readAny
				? service.readAny(node, around)
				: isOwn
					? service.readNode?.(watchedNode(node), around)
					: isOwnHost(request, service)
						? service.readRequest?.(request, around)
						: undefined;
			if (reading) return { service, reading: this.withOthers(node, reading) };
		}
		return undefined;
	}

	private withOthers({ name }: WorkflowNode, reading: Reading): Reading {
		const reply = this.repliedTo.get(String(name));
		if (reading.does === 'post' && reply !== undefined) {
			return {
				does: 'stays',
				because: `“${reply}” replies to it, which stays as well. To publish both as a thread, use one Postiz node with both texts`,
			};
		}
		const isLeft =
			this.isSettled && reading.does === 'upload' && !this.known.uploads.has(String(name));
		return isLeft
			? { does: 'stays', because: 'nodes that stay as they are need the ID of its file' }
			: reading;
	}

	/** Says which nodes of services that are left behind do something else than to publish. */
	noteLeftovers(services: Set<string>, noteAt: (name: unknown) => Note): void {
		for (const node of this.graph.nodes) {
			if (this.read(node) !== undefined) continue;
			const request = isRequestNode(node) ? readRequest(node) : undefined;
			const service = SERVICES.find((each) => isOwnType(node, each) || isOwnHost(request, each));
			if (!service || !services.has(service.name)) continue;
			noteAt(node.name)(
				'check',
				`It still calls ${service.name}, for something other than publishing`,
				'Keep it if it makes what you publish. If only the nodes that published needed it, delete it.',
			);
		}
	}

	private build(node: WorkflowNode, note: Note): WorkflowNode {
		const found = this.read(node);
		if (!found || found.reading.does === 'stays') return node;
		const { service, reading } = found;
		const parameters = this.parametersFor(service, reading, node, note);
		noteFieldReaders(String(node.name), this.graph, note);
		if (isRequestNode(node)) noteOptions(asObject(node.parameters), note);
		note(
			'setup',
			`It signed in to ${service.name}. The new node needs a credential of the type Postiz API`,
			'Make one with an API key of Postiz (Settings > Developers > Public API), and choose it in the node.',
		);
		return postizNode(node, parameters);
	}

	private parametersFor(
		service: Service,
		reading: Exclude<Reading, { does: 'stays' }>,
		node: WorkflowNode,
		note: Note,
	): Json {
		switch (reading.does) {
			case 'upload':
				for (const [message, advice] of pageLinks([reading.media])) note('check', message, advice);
				return uploadParameters(reading.media);
			case 'status':
				return { resource: 'post', operation: 'get', postId: byId(reading.id) };
			case 'post': {
				const around = new Surroundings(node, this.known);
				notePublication(reading.post, around, note);
				const place = { ...this.context, node: around.name, around, service: service.name };
				const channels = channelsFor(reading.post, place, note);
				return postParameters(reading.post, channels);
			}
		}
	}
}

/** What nodes of any service may hold beside their own fields. */
const NO_FIELDS = ['authentication', 'descriptionType', 'toolDescription', 'requestOptions'];

function watchedNode({ parameters, typeVersion }: WorkflowNode): ServiceNode {
	const { values, unread } = watch(asObject(parameters));
	return {
		parameters: values,
		unread: (idle = []) => unread([...NO_FIELDS, ...idle]),
		version: Number(typeVersion ?? 1),
	};
}

const isOwnType = ({ type }: WorkflowNode, { types }: Service) =>
	types.includes(String(type).replace(/Tool$/, ''));

const isOwnHost = (request: Request | undefined, { hosts }: Service): request is Request =>
	request !== undefined && hosts?.test(request.host) === true;
