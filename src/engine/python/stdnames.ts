/**
 * Names that CPython 3.11's modules have and the modelled ones lack (made with `dir()` on both): using one is refused by
 * name, where any other unknown name is the AttributeError or ImportError that CPython raises.
 */
export const UNMODELLED_NAMES: Readonly<Record<string, string>> = {
  sys:
    'abiflags addaudithook audit base_exec_prefix breakpointhook builtin_module_names call_tracing ' +
    'copyright displayhook excepthook get_asyncgen_hooks ' +
    'get_coroutine_origin_tracking_depth getallocatedblocks getdlopenflags ' +
    'getsizeof is_finalizing meta_path ' +
    'orig_argv path_hooks path_importer_cache platlibdir pycache_prefix set_asyncgen_hooks ' +
    'set_coroutine_origin_tracking_depth set_int_max_str_digits setdlopenflags setprofile setswitchinterval settrace ' +
    'stdlib_module_names thread_info unraisablehook',
  re: 'DEBUG L LOCALE RegexFlag Scanner T TEMPLATE template',
  abc: 'abstractstaticmethod',
  collections: '',
  contextlib: 'AbstractAsyncContextManager AsyncContextDecorator AsyncExitStack GenericAlias MethodType aclosing asynccontextmanager ' + 'chdir deque',
  copy: 'dispatch_table',
  dataclasses: 'FunctionType GenericAlias',
  datetime: 'datetime_CAPI sys',
  enum:
    'CONTINUOUS DynamicClassAttribute EnumCheck MappingProxyType NAMED_FLAGS UNIQUE ' +
    'bin bltns global_enum global_enum_repr global_flag_repr global_str pickle_by_enum_name pickle_by_global_name reduce ' +
    'show_flag_values verify',
  functools: 'GenericAlias RLock get_cache_token namedtuple recursive_repr',
  inspect:
    'ArgInfo Arguments Attribute BlockFinder CORO_CLOSED CORO_CREATED CORO_RUNNING CORO_SUSPENDED CO_ASYNC_GENERATOR ' +
    'CO_COROUTINE CO_GENERATOR CO_ITERABLE_COROUTINE CO_NESTED CO_NEWLOCALS CO_NOFREE CO_OPTIMIZED CO_VARARGS CO_VARKEYWORDS ' +
    'ClassFoundException ClosureVars EndOfBlock FrameInfo GEN_CLOSED GEN_CREATED GEN_RUNNING GEN_SUSPENDED OrderedDict ' +
    'TPFLAGS_IS_ABSTRACT Traceback attrgetter classify_class_attrs currentframe findsource formatannotationrelativeto ' +
    'formatargvalues get_annotations getabsfile getargs getargvalues getattr_static getblock getcallargs getclasstree ' +
    'getclosurevars getcomments getcoroutinelocals getcoroutinestate getfile getframeinfo getgeneratorlocals ' +
    'getgeneratorstate getinnerframes getlineno getmembers_static getmodulename getouterframes getsource getsourcefile ' +
    'getsourcelines indentsize iscode isframe isgetsetdescriptor iskeyword ' +
    'ismemberdescriptor ismethoddescriptor ismethodwrapper istraceback modulesbyfile namedtuple stack walktree',
  io:
    'BlockingIOError BufferedIOBase BufferedRWPair BufferedRandom BufferedReader BufferedWriter BytesIO DEFAULT_BUFFER_SIZE ' +
    'FileIO IOBase IncrementalNewlineDecoder RawIOBase SEEK_CUR SEEK_END SEEK_SET TextIOBase TextIOWrapper ' +
    'UnsupportedOperation open open_code text_encoding',
  json: 'JSONDecoder decoder detect_encoding encoder scanner',
  logging:
    'BufferingFormatter FileHandler Filterer GenericAlias Manager PercentStyle PlaceHolder RootLogger StrFormatStyle ' +
    'StringTemplateStyle Template currentframe getLevelNamesMapping getLogRecordFactory getLoggerClass lastResort ' +
    'logMultiprocessing logProcesses logThreads makeLogRecord raiseExceptions setLogRecordFactory setLoggerClass',
  numbers: 'abstractmethod',
  operator: 'iconcat',
  os:
    'CLD_CONTINUED CLD_DUMPED CLD_EXITED CLD_KILLED CLD_STOPPED CLD_TRAPPED DirEntry EFD_CLOEXEC EFD_NONBLOCK EFD_SEMAPHORE ' +
    'EX_CANTCREAT EX_CONFIG EX_DATAERR EX_IOERR EX_NOHOST EX_NOINPUT EX_NOPERM EX_NOUSER EX_OK EX_OSERR EX_OSFILE EX_PROTOCOL ' +
    'EX_SOFTWARE EX_TEMPFAIL EX_UNAVAILABLE EX_USAGE F_LOCK F_OK F_TEST F_TLOCK F_ULOCK GRND_NONBLOCK GRND_RANDOM ' +
    'GenericAlias MFD_ALLOW_SEALING MFD_CLOEXEC MFD_HUGETLB MFD_HUGE_16GB MFD_HUGE_16MB MFD_HUGE_1GB MFD_HUGE_1MB ' +
    'MFD_HUGE_256MB MFD_HUGE_2GB MFD_HUGE_2MB MFD_HUGE_32MB MFD_HUGE_512KB MFD_HUGE_512MB MFD_HUGE_64KB MFD_HUGE_8MB ' +
    'MFD_HUGE_MASK MFD_HUGE_SHIFT Mapping MutableMapping NGROUPS_MAX O_ACCMODE O_APPEND O_ASYNC O_CLOEXEC O_CREAT O_DIRECT ' +
    'O_DIRECTORY O_DSYNC O_EXCL O_FSYNC O_LARGEFILE O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH O_RDONLY O_RDWR ' +
    'O_RSYNC O_SYNC O_TMPFILE O_TRUNC O_WRONLY POSIX_FADV_DONTNEED POSIX_FADV_NOREUSE POSIX_FADV_NORMAL POSIX_FADV_RANDOM ' +
    'POSIX_FADV_SEQUENTIAL POSIX_FADV_WILLNEED POSIX_SPAWN_CLOSE POSIX_SPAWN_DUP2 POSIX_SPAWN_OPEN PRIO_PGRP PRIO_PROCESS ' +
    'PRIO_USER P_ALL P_NOWAIT P_NOWAITO P_PGID P_PID P_PIDFD P_WAIT RTLD_DEEPBIND RTLD_GLOBAL RTLD_LAZY RTLD_LOCAL ' +
    'RTLD_NODELETE RTLD_NOLOAD RTLD_NOW RWF_APPEND RWF_DSYNC RWF_HIPRI RWF_NOWAIT RWF_SYNC R_OK SCHED_BATCH SCHED_FIFO ' +
    'SCHED_IDLE SCHED_OTHER SCHED_RESET_ON_FORK SCHED_RR SEEK_CUR SEEK_DATA SEEK_END SEEK_HOLE SEEK_SET SPLICE_F_MORE ' +
    'SPLICE_F_MOVE SPLICE_F_NONBLOCK ST_APPEND ST_MANDLOCK ST_NOATIME ST_NODEV ST_NODIRATIME ST_NOEXEC ST_NOSUID ST_RDONLY ' +
    'ST_RELATIME ST_SYNCHRONOUS ST_WRITE TMP_MAX WCONTINUED WCOREDUMP WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED ' +
    'WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED W_OK XATTR_CREATE XATTR_REPLACE XATTR_SIZE_MAX X_OK ' +
    'abort access altsep chdir chmod chown chroot close closerange confstr confstr_names copy_file_range ctermid defpath ' +
    'device_encoding dup dup2 environb error eventfd eventfd_read eventfd_write execl execle execlp execlpe execv execve ' +
    'execvp execvpe extsep fchdir fchmod fchown fdatasync fdopen fork forkpty fpathconf fsdecode fsencode fstat fstatvfs ' +
    'fsync ftruncate fwalk get_blocking get_exec_path get_inheritable get_terminal_size getcwdb getegid getenvb geteuid ' +
    'getgid getgrouplist getgroups getloadavg getlogin getpgid getpgrp getppid getpriority getrandom getresgid getresuid ' +
    'getsid getuid getxattr initgroups isatty kill killpg lchown link listdir listxattr lockf login_tty lseek lstat major ' +
    'makedev makedirs memfd_create minor mkdir mkfifo mknod nice open openpty pardir pathconf pathconf_names pidfd_open pipe ' +
    'pipe2 popen posix_fadvise posix_fallocate posix_spawn posix_spawnp pread preadv pwrite pwritev read readlink readv ' +
    'register_at_fork remove removedirs removexattr rename renames replace rmdir scandir sched_get_priority_max ' +
    'sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler sched_param sched_rr_get_interval ' +
    'sched_setaffinity sched_setparam sched_setscheduler sched_yield sendfile set_blocking set_inheritable setegid seteuid ' +
    'setgid setgroups setpgid setpgrp setpriority setregid setresgid setresuid setreuid setsid setuid setxattr spawnl spawnle ' +
    'spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe splice st stat_result statvfs statvfs_result strerror ' +
    'supports_bytes_environ supports_dir_fd supports_effective_ids supports_fd supports_follow_symlinks symlink sync sysconf ' +
    'sysconf_names system tcgetpgrp tcsetpgrp terminal_size times times_result truncate ttyname umask uname uname_result ' +
    'unlink unsetenv urandom utime wait wait3 wait4 waitid waitid_result waitpid waitstatus_to_exitcode walk write writev',
  'os.path':
    'altsep commonpath commonprefix curdir defpath devnull expandvars extsep getatime getctime getmtime getsize islink ' +
    'ismount lexists normcase pardir pathsep relpath samefile sameopenfile samestat splitdrive supports_unicode_filenames',
  random: 'RECIP_BPF SystemRandom TWOPI vonmisesvariate',
  string: 'Formatter',
  time:
    'CLOCK_BOOTTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_TAI ' +
    'CLOCK_THREAD_CPUTIME_ID altzone asctime clock_getres clock_gettime clock_gettime_ns clock_settime clock_settime_ns ctime ' +
    'daylight get_clock_info gmtime localtime mktime process_time_ns pthread_getcpuclockid strptime struct_time thread_time ' +
    'thread_time_ns timezone tzname tzset',
  traceback: 'TracebackException clear_frames extract_stack format_stack ' + 'print_last print_stack suppress walk_stack walk_tb',
  types:
    'AsyncGeneratorType ClassMethodDescriptorType CoroutineType FrameType MethodWrapperType WrapperDescriptorType coroutine ' + 'prepare_class resolve_bases',
  typing:
    'ABCMeta AsyncContextManager AsyncGenerator ByteString CT_co EXCLUDED_ATTRIBUTES GenericAlias KT MappingView ' +
    'MethodDescriptorType MethodWrapperType NamedTupleMeta SupportsComplex SupportsRound ' +
    'T_contra VT VT_co V_co WrapperDescriptorType abstractmethod defaultdict ' +
    'stdlib_re',
  warnings: 'defaultaction onceregistry',
  'collections.abc': 'AsyncGenerator',
};
