# shellcheck shell=bash
# The image of the reference executor: sourced by build.
image=threeledger-test/reference-executor:0.1
writable=(tmp)

executor=$target/../../reference-impl/target
[ -f "$executor/reference-executor.jar" ] || fail "no $executor/reference-executor.jar: run mvn package first"
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}

inputs() {
  (cd "$executor" && sha256sum reference-executor.jar lib/*.jar)
  "$jdk/bin/java" -version 2>&1
}

make_root() { # root
  local root=$1 home=$1/opt/executor
  mkdir -p "$home" "$root/etc"
  cp -p "$executor/reference-executor.jar" "$home/"
  cp -rp "$executor/lib" "$home/lib"
  "$jdk/bin/jlink" --add-modules java.sql,java.naming,java.management,java.security.jgss,jdk.httpserver,jdk.crypto.ec \
    --strip-debug --no-header-files --no-man-pages --output "$root/opt/java" ||
    { rm -rf "$root/opt/java" && cp -rL "$jdk" "$root/opt/java" && rm -rf "$root/opt/java"/{jmods,include,man,docs}; } # a JDK without jlink's modules
  "$root/opt/java/bin/java" -Xshare:dump >/dev/null 2>&1 || true # starts faster with it
  find "$root/opt/java" -type f \( -name '*.so' -o -path '*/bin/*' \) -print0 |
    while IFS= read -r -d '' file; do host_libraries "$root" "$root/opt/java" "$file"; done
  printf 'root:x:0:0::/:/\nexecutor:x:999:999::/:/\n' >"$root/etc/passwd"
}
