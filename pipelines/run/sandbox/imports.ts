// The functions of the host that Python's WebAssembly imports. They are all that it can reach: here the bridge to JavaScript is closed, and
// calls that leave a trace outside Python's memory are noticed.

/** State of the imports of an interpreter; with `closed`, those of the bridge end it. */
export interface Gate {
  closed: boolean;
  /** Set where a call has left a trace outside the memory: a file that was made or is still open, another folder, a timer. */
  touched: boolean;
  /** Files opened and not closed. */
  open: number;
}

/** Imports that change nothing outside Python's memory. */
const TRACELESS = new Set(
  `_Py_CheckEmscriptenSignals_Helper _Py_emscripten_runtime _PyEM_TrampolineCall_JS __syscall_getuid32_js __syscall_ioctl environ_sizes_get environ_get
  __syscall_fcntl64 fd_read __syscall_faccessat clock_res_get clock_time_get emscripten_date_now emscripten_get_now __syscall_fstat64 __syscall_stat64
  __syscall_newfstatat __syscall_lstat64 __syscall_getcwd __syscall_getdents64 random_get fd_fdstat_get fd_seek fd_pread _tzset_js _timegm_js _mktime_js
  _localtime_js _gmtime_js __syscall_poll _emscripten_get_progname __call_sighandler __syscall_readlinkat __syscall_statfs64 __syscall_fstatfs64
  emscripten_get_heap_max emscripten_resize_heap`.split(/\s+/u)
);

/** Other imports that end at Emscripten: they leave a trace, or end the interpreter. All others belong to the bridge. */
const SYSTEM =
  /^(?:__syscall_\w+|fd_\w+|proc_exit|exit|_abort_js|__assert_fail|_try_\w+|_maybe_\w+|_setitimer_js|_mmap_js|_munmap_js|_msync_js|_emscripten_system|getaddrinfo|getnameinfo|getprotobyname|emscripten_runtime_keepalive_\w+|_emscripten_runtime_keepalive_clear|emscripten_log_impl_js|_emscripten_log_formatted)$/u;

/** Bits of the flags of `open` with which a file is written or made. */
const WRITING = 0o1 | 0o2 | 0o100 | 0o1000;
const STDERR = 2;

/** Replaces all functions that a module imports by guarded ones. */
export function guardImports(imports: WebAssembly.Imports, gate: Gate): void {
  for (const name of ["env", "wasi_snapshot_preview1"]) {
    const functions = imports[name] as Record<string, unknown>;
    for (const [key, given] of Object.entries(functions)) {
      if (typeof given !== "function" || TRACELESS.has(key)) continue;
      functions[key] = Object.assign(guarded(key, given as Import, gate), given);
    }
  }
}

type Import = (...values: unknown[]) => unknown;

function guarded(name: string, original: Import, gate: Gate): Import {
  if (name === "__syscall_openat")
    return (...values) => {
      const file = original(...values);
      if ((Number(values[2]) & WRITING) !== 0) gate.touched = true;
      if (Number(file) >= 0) gate.open++;
      return file;
    };
  if (name === "fd_close")
    return (...values) => {
      gate.open--;
      return original(...values);
    };
  if (name === "fd_write")
    return (...values) => {
      if (Number(values[0]) > STDERR) gate.touched = true;
      return original(...values);
    };
  if (SYSTEM.test(name))
    return (...values) => {
      gate.touched = true;
      return original(...values);
    };
  return (...values) => {
    if (gate.closed) throw new Error(`${name}: programs cannot reach JavaScript`);
    return original(...values);
  };
}
