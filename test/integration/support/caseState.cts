import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../service/server.cjs';
import type { NodeRun, NodeRunOptions } from './harness.cjs';

export interface CaseState {
	service: Service;
	close?: () => Promise<void>;
	/** The filled-in fields, and the input rows. */
	form: INodeParameters;
	rows: Row[];
	runOptions: Partial<NodeRunOptions>;
	/** An upload by an earlier node. */
	file?: { id: string; path: string };
	last?: NodeRun;
	/** How far the clock of n8n is ahead of the real one. */
	clockOffsetMs: number;
}

export type Step = (current: CaseState) => unknown;

/** Columns of a row; a picture is the file of its item. */
export type Row = IDataObject & { picture?: Buffer };

export const SENDING = { method: 'POST', path: /v1\/posts$/ };
export const LISTING = { method: 'GET', path: /v1\/posts$/ };
export const PUBLIC_POST = { method: 'GET', path: /public\/posts\// };

/** The default instance; its uploads can be downloaded. */
export const INSTANCE = { hourlyLimit: 1000, showsUploads: true, allowPrivateUploadUrls: true };
