import type { IDataObject } from 'n8n-workflow';

import type { Call, Json, WorkflowNode } from '../../types';

/** A post as it must arrive; what is not said is not looked at. */
export interface Posted {
	on: string;
	text?: string;
	/** The names of its files. */
	files?: string[];
	settings?: IDataObject;
	type?: 'now' | 'schedule' | 'draft';
	date?: string;
	/** The texts of the later parts. */
	thread?: string[];
}

/** A workflow that publishes by another service, and what becomes of it. Written from what these services take. */
export interface Fixture {
	name: string;
	/** What calls which service, such as “Blotato node”. */
	kind?: string;
	/** How many calls of such workflows it stands for, of those that publish; none if it is only odd. */
	count?: number;
	/** What the workflow starts with; one row if nothing is said. */
	rows?: IDataObject[];
	/** The binary fields of each row, and the names of their files. */
	files?: Record<string, string>;
	/** The nodes behind the start, in a line unless connections say something else. */
	nodes: WorkflowNode[];
	connections?: Json;
	/** What becomes of each node that publishes; `converted` of all if nothing is said. */
	outcome?: Call['outcome'] | Record<string, Call['outcome']>;
	/** Why a node stays, or what is said of it: parts of sentences. */
	says?: RegExp[];
	/** The networks that refuse what they get. */
	refusing?: string[];
	/** What arrives; nothing if nothing can be run. */
	posts?: Posted[];
	/** What another execution starts with, and what arrives then. */
	again?: { rows: IDataObject[]; posts: Posted[] };
	/** What the node Log has seen at last, of each of its items. */
	seen?: unknown[];
	/** The names of the nodes that are left. */
	left?: string[];
}

/** Fixtures of one kind. */
export const of = (kind: string, fixtures: Fixture[]): Fixture[] =>
	fixtures.map((fixture) => ({ kind, ...fixture }));

/** Stands for the address of the server that has the files. */
export const FILES = 'https://files.acme.example';

const place = { position: [0, 0] as [number, number] };

/** A node of a type with parameters. */
export const node = (
	name: string,
	type: string,
	parameters: Json = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode => ({ name, type, typeVersion: 1, parameters, ...place, ...more });

/** A node that is there before, and outputs these fields. */
const given = (name: string, values: Record<string, unknown>): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.set',
		{
			assignments: {
				assignments: Object.entries(values).map(([field, value]) => ({
					id: field,
					name: field,
					type: 'string',
					value,
				})),
			},
			options: {},
		},
		{ typeVersion: 3.4 },
	);

/** The node at the end that keeps what it reads. */
export const log = (seen: string): WorkflowNode => given('Log', { seen });

/** A call by HTTP Request with a body of JSON. */
export const request = (
	name: string,
	url: string,
	body?: string | Json,
	more: Json = {},
): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.httpRequest',
		{
			method: 'POST',
			url,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'api-key', value: 'typed-in-key' }] },
			...(body !== undefined && {
				sendBody: true,
				specifyBody: 'json',
				jsonBody: typeof body === 'string' ? body : `=${JSON.stringify(body, null, 2)}`,
			}),
			options: {},
			...more,
		},
		{ typeVersion: 4.2 },
	);

/** A call of the Graph API by its own node. */
export const graph = (
	name: string,
	target: string,
	edge: string,
	values: Json = {},
	more: Json = {},
): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.facebookGraphApi',
		{
			httpRequestMethod: 'POST',
			graphApiVersion: 'v23.0',
			node: target,
			edge,
			options: {
				queryParameters: {
					parameter: Object.entries(values).map(([key, value]) => ({ name: key, value })),
				},
			},
			...more,
		},
		{ credentials: { facebookGraphApi: { id: 'g1', name: 'Acme on Facebook' } } },
	);

/** Rows of a form, of which binary fields are files. */
export const form = (
	rows: Array<[name: string, value: unknown] | [name: string, file: string, 'file']>,
) => ({
	sendBody: true,
	contentType: 'multipart-form-data',
	specifyBody: undefined,
	jsonBody: undefined,
	bodyParameters: {
		parameters: rows.map(([name, value, isFile]) =>
			isFile
				? { parameterType: 'formBinaryData', name, inputDataFieldName: value }
				: { name, value },
		),
	},
});

/** Lines from each node to the next, or from one to several. */
export const lines = (
	...pairs: Array<[from: string, to: string | string[], output?: number]>
): Json => {
	const connections: Record<string, { main: Json[][] }> = {};
	for (const [from, to, output = 0] of pairs) {
		connections[from] ??= { main: [] };
		const { main } = connections[from];
		for (let at = main.length; at <= output; at++) main.push([]);
		main[output].push(...[to].flat().map((name) => ({ node: name, type: 'main', index: 0 })));
	}
	return connections;
};

/** The workflow of a fixture: its nodes behind a start, in a line unless it says something else. */
export function workflowOf(
	{ nodes, connections }: Fixture,
	start = 'n8n-nodes-base.manualTrigger',
) {
	const line = ['Start', ...nodes.map(({ name }) => String(name))];
	return {
		name: 'Publishing',
		nodes: [
			{ name: 'Start', type: start, typeVersion: 1, parameters: {} },
			...nodes,
		] as WorkflowNode[],
		connections:
			connections ?? lines(...line.slice(1).map((to, at): [string, string] => [line[at]!, to])),
	};
}

/** What becomes of a node that publishes. */
export const outcomeOf = (
	{ outcome = 'converted' }: Fixture,
	name: string,
): Call['outcome'] | undefined => (typeof outcome === 'string' ? outcome : outcome[name]);
